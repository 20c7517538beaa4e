// `npm run restaurar`: puts a backup back, fenced until its numbers are reconciled.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments('npm run restaurar -- CARPETA', { sueltos: 1 })
prepare('api')
await runBuilt('commands/restaurar.js')
