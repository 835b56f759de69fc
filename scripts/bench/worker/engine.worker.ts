/** The realm of the engine. */
import { contenderRealm } from './contender-realm.ts';
import { openEngineContender } from './engine-contender.ts';
import { serveRealm } from './serve-realm.ts';

serveRealm(contenderRealm(openEngineContender));
