// `npm run crear-super-admin`: the first user of an installation, and its first company where there is none.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments(
  'npm run crear-super-admin -- --usuario U --correo C --clave K [--ruc R --razon-social N --direccion D]\nTambién en el entorno, que la lista de procesos no muestra: SUPER_ADMIN_USUARIO, SUPER_ADMIN_CLAVE…',
  { textos: ['usuario', 'correo', 'clave', 'ruc', 'razon-social', 'direccion'] },
)
prepare('api')
await runBuilt('commands/crear-super-admin.js')
