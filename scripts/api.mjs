// `npm run api`: one API process (page included) against the PostgreSQL of DATABASE_URL_API; start as many as needed.
import { prepare, runBuilt } from './prepare.mjs'

prepare('api', 'web')
await runBuilt('main.js')
