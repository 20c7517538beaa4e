// `npm run auditoria [archivos de cabezas]`: checks the chain of what people did, and the daily heads kept outside it.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments('npm run auditoria -- [ARCHIVO DE CABEZAS …]', { sueltos: Infinity })
prepare('api')
await runBuilt('commands/auditoria.js')
