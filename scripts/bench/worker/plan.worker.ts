/** A realm that has planned nothing before. */
import { planTimes } from './plan-times.ts';
import { serveRealm } from './serve-realm.ts';

serveRealm(async (request) => {
  if (request.type !== 'plan') throw new Error('This realm plans.');
  return { type: 'planned', times: await planTimes(request.asked, request.limits) };
});
