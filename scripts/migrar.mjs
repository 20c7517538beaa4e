// `npm run migrar`: brings the PostgreSQL of DATABASE_ADMIN_URL up to date.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments('npm run migrar')
prepare('api')
await runBuilt('commands/migrar.js')
