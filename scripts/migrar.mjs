// `npm run migrar`: brings the PostgreSQL of DATABASE_ADMIN_URL up to date.
import { prepare, runBuilt } from './prepare.mjs'

prepare('api')
await runBuilt('commands/migrar.js')
