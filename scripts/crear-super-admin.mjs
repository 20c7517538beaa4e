// `npm run crear-super-admin`: the first user of an installation, and its first company where there is none.
import { prepare, runBuilt } from './prepare.mjs'

prepare('api')
await runBuilt('commands/crear-super-admin.js')
