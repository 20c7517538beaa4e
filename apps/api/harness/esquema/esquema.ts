// Today's schema as one page: the database after all migrations.
import type { Migration } from '../../src/db/migrate.ts'
import type { Catalogo, Columna, Detalle, Funcion, Tabla } from './catalogo.ts'

const HEAD = `# Schema

Written by \`node scripts/esquema.mjs\` from a database with every migration; a test holds it equal. Change a migration, never this page.

Each table says its columns, then keys and checks, indexes, policies, triggers and the rights of each role. Owner of all is \`yupana_owner\`,
unless said otherwise. \`empresa\` is the policy of a company's rows, \`propietario\` that of the functions with SECURITY DEFINER. Behind a name stands
the migration with its present text. The queue's tables are in a schema of their own (\`graphile_worker\`), which the queue makes itself.`

/** Group of a table: its name before the first underscore. */
const conceptOf = (name: string) => name.split('_')[0] ?? name

/** The last migration that creates an object of this name. */
function madeIn(kind: RegExp, name: string, migrations: readonly Migration[]): string {
  const making = new RegExp(`\\bcreate (?:or replace |unlogged )?${kind.source} (?:if not exists )?(?:public\\.)?${name}\\b`, 'i')
  return migrations.findLast(({ sql }) => making.test(sql))?.name ?? 'db/migrate.ts'
}

const isOf =
  ({ nombre }: Tabla) =>
  ({ tabla }: { tabla: string }) =>
    tabla === nombre

function columnLines(columnas: readonly Columna[]): string[] {
  const width = (text: (columna: Columna) => string) => Math.max(...columnas.map((columna) => text(columna).length))
  const [nombre, tipo] = [width((columna) => columna.nombre), width((columna) => columna.tipo)]
  return columnas.map((columna) => {
    const valor = columna.valor === null ? '' : `  ${columna.valor}`
    return `${columna.nombre.padEnd(nombre)}  ${columna.tipo.padEnd(tipo)}  ${columna.not_null ? 'not null' : '        '}${valor}`.trimEnd()
  })
}

const block = (title: string, detalles: readonly Detalle[]) =>
  detalles.length === 0 ? [] : ['', `-- ${title}`, ...detalles.map(({ texto }) => texto)]

function facts({ rls, rls_forced, unlogged }: Tabla): string {
  const security = rls ? (rls_forced ? 'forced, for the owner too' : 'enabled') : 'none'
  return `row-level security: ${security}${unlogged ? ' · unlogged: empty after a crash' : ''}`
}

function tableText(tabla: Tabla, catalogo: Catalogo, migrations: readonly Migration[]): string {
  const mine = isOf(tabla)
  return [
    `### ${tabla.nombre}`,
    '',
    `${madeIn(/table/, tabla.nombre, migrations)} · ${facts(tabla)}`,
    '',
    '```',
    ...columnLines(catalogo.columnas.filter(mine)),
    ...block('keys and checks', catalogo.restricciones.filter(mine)),
    ...block('indexes', catalogo.indices.filter(mine)),
    ...block('policies', catalogo.politicas.filter(mine)),
    ...block('triggers', catalogo.disparadores.filter(mine)),
    ...block('rights', catalogo.derechos.filter(mine)),
    '```',
  ].join('\n')
}

function functionText(funcion: Funcion, migrations: readonly Migration[]): string {
  const { nombre, clase, argumentos, resultado, lenguaje, volatilidad, definer, duenio, ajustes, derechos } = funcion
  const said = [
    ...(clase === 'procedure' ? ['procedure'] : [`→ ${resultado ?? 'void'}`]),
    lenguaje,
    volatilidad,
    ...(definer ? ['**security definer**'] : []),
    ...(ajustes === null ? [] : [`\`${ajustes}\``]),
    ...(duenio === 'yupana_owner' ? [] : [`owner ${duenio}`]),
    `for ${derechos ?? 'nobody but its owner'}`,
    madeIn(/(?:function|procedure)/, nombre, migrations),
  ]
  return `- \`${nombre}(${argumentos})\` ${said.join(' · ')}`
}

/** The page of a database, independent of the server's language. */
export function describeEsquema(catalogo: Catalogo, migrations: readonly Migration[]): string {
  const { tablas, funciones, tipos } = catalogo
  const concepts = [...new Set(tablas.map(({ nombre }) => conceptOf(nombre)))].sort()
  const tableConcepts = concepts.flatMap((concept) => [
    `## ${concept}`,
    ...tablas.filter(({ nombre }) => conceptOf(nombre) === concept).map((tabla) => tableText(tabla, catalogo, migrations)),
  ])
  const isTrigger = ({ resultado }: Funcion) => resultado === 'trigger'
  const isDoor = (funcion: Funcion) => funcion.definer && !isTrigger(funcion)
  const listed = (title: string, which: readonly Funcion[]) => [
    `## ${title}`,
    which.map((funcion) => functionText(funcion, migrations)).join('\n'),
  ]
  return [
    HEAD,
    `Tables of: ${concepts.map((concept) => `[${concept}](#${concept})`).join(' · ')}`,
    ...tableConcepts,
    ...listed('Functions that look across companies', funciones.filter(isDoor)),
    ...listed('Functions of triggers', funciones.filter(isTrigger)),
    ...listed(
      'Other functions',
      funciones.filter((funcion) => !isDoor(funcion) && !isTrigger(funcion)),
    ),
    ...(tipos.length === 0 ? [] : ['## Types', tipos.map(({ nombre, texto }) => `- \`${nombre}\` ${texto}`).join('\n')]),
  ]
    .join('\n\n')
    .concat('\n')
}
