// `npm run rotar-clave`: seals every secret of the database under a new master key.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments('npm run rotar-clave\nCLAVE_MAESTRA y CLAVE_MAESTRA_ANTERIOR van en .env (vea LEEME.md).')
prepare('api')
await runBuilt('commands/rotar-clave.js')
