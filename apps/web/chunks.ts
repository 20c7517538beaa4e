/**
 * Which modules share a file of the built page (docs/adr/0010): few files, and nobody loads much that only others need. A group takes
 * what its `test` names and all that this imports, except what a group of higher priority took: a file imports only from those above it.
 */
const named = (folder: string, pattern: string) => new RegExp(`[\\\\/]${folder}[\\\\/]src[\\\\/](${pattern.replaceAll('/', '[\\\\/]')})`)
const anyOf = (tests: readonly RegExp[]) => (id: string) => tests.some((test) => test.test(id))

const isPackage = /[\\/]node_modules[\\/]/
/** What lies over the page, toasts first: their code comes right after the sign-in. */
const isLayer =
  /[\\/]node_modules[\\/](react-remove-scroll[\\/]|@mantine[\\/]core[\\/].*(Portal[\\/]|z-index)|@mantine[\\/]hooks[\\/].*use-merged-ref|@tabler[\\/].*Icon(AlertTriangle|Check|InfoCircle|X)\.)/
const isList = named('web', 'components/data-table/')

/** What the public screens beside the sign-in are made of. The shell stands on it too. */
const PUBLIC = [
  named('web', 'components/(native-select|text-area|form/new-password-field)\\.tsx$'),
  named('web', 'domain/(cuenta/(reglas|use-requisitos|switch-company)|segundo-factor/)'),
  named('web', 'lib/(http/query-client|formato/format|pagina/use-busy|sesion/use-hidden-token)\\.ts$'),
  named('fiscal', 'documento/enumeraciones\\.ts$'),
  named('contract', '(recuperacion|perfil|invitacion|verificacion|impersonacion|segundo-factor|empleado)\\.contract\\.ts$'),
]

/** What a signed-in person always has: the frame, and the dialogs that come when nothing else may answer (O-123). */
const SHELL = [
  named('web', 'app/(layout/main-layout|allowed-routes|screen-failure)\\.tsx$'),
  named('web', 'features/sesion/(lock|session-expired)-dialog\\.tsx$'),
  named('web', 'lib/(norma/normas|sesion/inactividad|formato/zod-es)\\.ts$'),
]

/** Pieces of the editors that other screens use too. */
const PIECES = [
  named(
    'web',
    'domain/(producto-picker/producto-picker|persona-picker/persona-picker|cuenta/ausente|emision/(rutas|comprador-valores|pliegue))\\.tsx?$',
  ),
  // What an issued document and its list need of where it was issued: without it they would load the editor.
  named('web', 'domain/(comprobante/ficha\\.queries|emision/(contexto\\.queries|recien-emitido|series))\\.tsx?$'),
  named('web', 'components/(combobox/record-picker|form/number-fields)\\.tsx$|lib/http/random-id'),
  named('fiscal', '(documento/pagos|impuesto/ice)\\.ts$'),
  named('contract', '(persona|producto|documento|empresa)\\.contract\\.ts$'),
]

/** What every screen that issues a document stands on, with lines or without. */
const EMISION = [
  named(
    'web',
    'domain/emision/(documento-hoja|pantalla|fecha-y-numero|use-pantalla|use-emitir|persona-field|campos-adicionales|campos-valores|pagos-valores|fecha-emision|teclas|pagos|cliente|atajos|problemas)\\.tsx?$',
  ),
  named('web', 'domain/(totales-panel/totales-panel|emision/adicional)\\.module\\.css$'),
  named('fiscal', '(impuesto/totales-check|identificacion/placa)\\.ts$'),
]
/** The editors with lines. */
const EDITOR = [named('web', 'domain/(lineas-editor/(lineas-editor|modo-precio)|totales-panel/[^.]+)\\.tsx?$')]

/** From so many lazy parts on a piece is in the one file that all of them load. */
const EVERYWHERE = 20

export const groups = [
  { name: 'marco', tags: ['$initial' as const], test: isPackage, priority: 100 },
  { name: 'index', tags: ['$initial' as const], priority: 90 },
  { name: 'capas', test: isLayer, priority: 85 },
  { name: 'publico', test: anyOf(PUBLIC), priority: 80 },
  { name: 'armazon', test: anyOf(SHELL), priority: 70 },
  { name: 'kit', test: (id: string) => !isList.test(id), minShareCount: EVERYWHERE, priority: 60 },
  { name: 'lista', test: isList, priority: 50 },
  { name: 'piezas', test: anyOf(PIECES), priority: 45 },
  { name: 'emision', test: anyOf(EMISION), priority: 40 },
  { name: 'editor', test: anyOf(EDITOR), priority: 30 },
]
