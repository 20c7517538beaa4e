// `npm run conciliar`: after a restore, asks the SRI what the backup did not know and lifts the fence.
import { prepare, runBuilt } from './prepare.mjs'

prepare('api')
await runBuilt('commands/conciliar.js')
