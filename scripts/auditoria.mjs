// `npm run auditoria [archivos de cabezas]`: checks the chain of what people did, and the daily heads kept outside it.
import { prepare, runBuilt } from './prepare.mjs'

prepare('api')
await runBuilt('commands/auditoria.js')
