// `npm run api`: one API process (page included) against the PostgreSQL of DATABASE_URL_API; start as many as needed.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments('npm run api\nLa configuración va en .env (vea .env.example).')
prepare('api', 'web')
await runBuilt('main.js')
