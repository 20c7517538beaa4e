// Lint rule: SQL stands in `*.sql.ts`. A query elsewhere is found by nobody who looks for where a table is read or written.
//
// Seen: the tag `sql` of kysely and its `CompiledQuery`, wherever they are imported or passed on, the calls that begin a query of its
// builder, and `pg` in a feature. Not seen: texts handed to `pg` by what runs as the owner: migrations, backups, commands.
import { isTestFile, placeOf, roomOf } from './rooms.js'

/** Outside `*.sql.ts`, with the reason. A path with a final slash is a folder. No feature is here but one. */
export const PLACES = {
  'src/db/': 'what all SQL stands on',
  'src/testing/': 'tests',
  'src/invariantes/': 'checks of the whole database, each its query with its reason',
  'src/features/empresa/fundar.service.ts': 'commands found companies as the owner, across companies, in a transaction of their own',
  'harness/': 'what exercises the API looks behind it',
}

const BEGIN = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto', 'selectNoFrom'])
const MESSAGE = 'SQL stands in the .sql.ts of its feature (scripts/lint/sql-place.js names the other places).'

/** Whether SQL may stand in the file. */
function mayHold(file) {
  if (file.endsWith('.sql.ts') || isTestFile(file)) return true
  const place = placeOf(file)
  if (!place) return false
  const name = [place.zone, ...place.parts].join('/')
  return Object.keys(PLACES).some((allowed) => (allowed.endsWith('/') ? name.startsWith(allowed) : name === allowed))
}

const nameOf = ({ type, name, property, computed }) => {
  if (type === 'Identifier') return name
  if (type !== 'MemberExpression') return undefined
  if (!computed) return property.name
  return property.type === 'TemplateLiteral' ? property.quasis[0].value.cooked : property.value
}

/** What kysely takes or makes SQL with. */
const HANDS = new Set(['sql', 'CompiledQuery'])

/** One of these, or everything of kysely under one name; types vanish. */
const takesTag = ({ type, imported, local, importKind, exportKind }) => {
  if (importKind === 'type' || exportKind === 'type') return false
  if (type === 'ImportNamespaceSpecifier') return true
  return HANDS.has((type === 'ImportSpecifier' ? imported : type === 'ExportSpecifier' ? local : undefined)?.name)
}

export const sqlPlace = {
  meta: { type: 'problem', schema: [], docs: { description: 'SQL stands in *.sql.ts' } },
  create(context) {
    if (mayHold(context.filename)) return {}
    const report = (node) => context.report({ node, message: MESSAGE })
    const fromKysely = (node) => {
      if (node.source?.value === 'pg' && node.importKind !== 'type' && roomOf(context.filename)) report(node)
      if (node.source?.value !== 'kysely' || (node.importKind ?? node.exportKind) === 'type') return
      if (node.type === 'ExportAllDeclaration' || node.specifiers.some(takesTag)) report(node)
    }
    return {
      ImportDeclaration: fromKysely,
      ExportNamedDeclaration: fromKysely,
      ExportAllDeclaration: fromKysely,
      ImportExpression: (node) => node.source.value === 'kysely' && report(node),
      CallExpression: ({ callee }) => BEGIN.has(nameOf(callee)) && report(callee),
    }
  },
}
