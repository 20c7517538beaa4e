// `npm run worker`: one worker process against the PostgreSQL of DATABASE_URL_WORKER; start as many as needed.
import { prepare, runBuilt } from './prepare.mjs'

prepare('api')
await runBuilt('worker.js')
