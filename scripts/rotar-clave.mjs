// `npm run rotar-clave`: seals every secret of the database under a new master key.
import { prepare, runBuilt } from './prepare.mjs'

prepare('api')
await runBuilt('commands/rotar-clave.js')
