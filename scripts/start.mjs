// `npm start`: installs, builds and runs everything on this machine.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments('npm start\nLa configuración va en .env (vea .env.example): PORT, DATA_DIR, MODO…')
prepare()
await runBuilt('start.js')
