/** The realm of stock TensorFlow.js: neither the engine nor its kernels are loaded here. */
import { contenderRealm } from './contender-realm.ts';
import { openEagerContender } from './eager-contender.ts';
import { serveRealm } from './serve-realm.ts';

serveRealm(contenderRealm(openEagerContender));
