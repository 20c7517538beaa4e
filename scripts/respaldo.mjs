// `npm run respaldo`: an online backup of the database into a folder.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments('npm run respaldo -- CARPETA', { sueltos: 1 })
prepare('api')
await runBuilt('commands/respaldo.js')
