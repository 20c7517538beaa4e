// `npm run worker`: one worker process against the PostgreSQL of DATABASE_URL_WORKER; start as many as needed.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments('npm run worker\nLa configuración va en .env (vea .env.example).')
prepare('api')
await runBuilt('worker.js')
