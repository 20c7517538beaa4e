import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as contract from '@yupana/contract'
import { CATALOGOS, COLLECTIONS, LISTAS, type Endpoint } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { offerableMenus } from '../features/permiso/menus.ts'
import { ROL } from '../plugins/sesion/roles.ts'
import { rootFolder } from '../instalacion/root-folder.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'

// Where a new concept is written down besides its own folders: what is forgotten is named here with the file it is missing from. Rights,
// limits,
// samples of another company's row and the rows that row-level security hides are asked for by permisos, limites, matrix and aislamiento.

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())

const root = rootFolder()
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const FEATURES = 'apps/api/src/features'
const WEB = 'apps/web/src'

interface Place {
  file: string
  /** What stands there of a catalogue. */
  needs: (tipo: string) => RegExp
  what: string
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
/** Identifiers have no accents, headings do. */
const accented = (word: string) =>
  word.replace(/[aeiou]/g, (vowel) => `[${vowel}${{ a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' }[vowel] ?? ''}]`)
const PLACES: readonly Place[] = [
  { file: 'packages/contract/src/index.ts', needs: (tipo) => new RegExp(`'./${tipo}.contract.ts'`), what: 'its calls for page and API' },
  { file: 'apps/api/src/features.ts', needs: (tipo) => new RegExp(`register${capital(tipo)}\\(router`), what: 'its routes on the server' },
  {
    file: `${FEATURES}/auditoria/auditoria.sql.ts`,
    needs: (tipo) => new RegExp(`from ${tipo} where`),
    what: 'the name of its records in the audit',
  },
  { file: `${WEB}/app/paths.ts`, needs: (tipo) => new RegExp(`path: '/${tipo}'`), what: 'its address' },
  { file: `${WEB}/app/router.tsx`, needs: (tipo) => new RegExp(`'/${tipo}': async`), what: 'its screen' },
  ...['crear', 'editar', 'eliminar'].map((hecho) => ({
    file: `${WEB}/domain/auditoria/hecho-words.ts`,
    needs: (tipo: string) => new RegExp(`'${tipo}\\.${hecho}': '`),
    what: `the words of ${hecho}`,
  })),
  {
    file: `${WEB}/domain/auditoria/hecho-words.ts`,
    needs: (tipo) => new RegExp(`value: '(\\w+,)*${tipo}(,\\w+)*'`),
    what: 'the filter of the audit',
  },
  { file: 'docs/glossary.md', needs: (tipo) => new RegExp(`^\\| ${tipo} \\|`, 'm'), what: 'the word' },
  {
    file: 'e2e/pantallas.spec.ts',
    needs: (tipo) => new RegExp(`'/${tipo}', '${accented(capital(tipo))}`),
    what: 'its screen in the browser, with its words in Spanish',
  },
]

describe.each(CATALOGOS)('the catalogue %s', (tipo) => {
  it('is written down wherever a catalogue is', () => {
    const forgotten = PLACES.filter(({ file, needs }) => !needs(tipo).test(read(file))).map(
      ({ file, what }) => `${file}: ${what} (${tipo})`,
    )
    expect(forgotten).toEqual([])
  })

  it('has a folder on each side, a list that is remembered, and an entry of the menu', () => {
    const folders = [
      `packages/contract/src/${tipo}.contract.ts`,
      `${FEATURES}/${tipo}/${tipo}.routes.ts`,
      `${WEB}/features/${tipo}/${tipo}-list-page.tsx`,
    ]
    expect(folders.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
    expect(LISTAS, 'packages/contract/src/preferencia.contract.ts: LISTAS').toContain(tipo)
    expect(
      offerableMenus(ROL.ADMIN).map(({ to }) => to),
      `${FEATURES}/permiso/menus.ts`,
    ).toContain(`/${tipo}`)
  })

  it('has a table of the company that the API may change, hidden from others, and words by which it is found', async () => {
    const { rows } = await sql<{ forced: boolean; rights: string[]; columns: string[]; unique: boolean }>`
      select c.relrowsecurity and c.relforcerowsecurity as forced,
             array(select p from unnest(array['select', 'insert', 'update', 'delete']) p where has_table_privilege('yupana_app', c.oid, p)) as rights,
             array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attname in ('empresa_id', 'id', 'orden', 'version')) as columns,
             exists (select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where i.indrelid = c.oid and i.indisunique and not i.indisprimary and a.attname = 'empresa_id') as unique
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = ${tipo}`.execute(app.owner)
    expect(
      rows.map(({ columns, ...row }) => ({ ...row, columns: columns.sort() })),
      `a migration makes ${tipo}`,
    ).toEqual([
      { forced: true, rights: ['select', 'insert', 'update', 'delete'], columns: ['empresa_id', 'id', 'orden', 'version'], unique: true },
    ])
    const { rows: checks } = await sql<{
      text: string
    }>`select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'busqueda_tipo_check'`.execute(app.owner)
    expect(checks[0]?.text, 'a migration lets busqueda.tipo be it').toContain(`'${tipo}'`)
  })
})

describe('every concept', () => {
  it('that is kept by the kit is named in CATALOGOS of packages/contract, and no other', () => {
    const usesKit = (feature: string) =>
      readdirSync(path.join(root, FEATURES, feature)).some(
        (file) => /\.(service|routes)\.ts$/.test(file) && /from '\.\.\/catalogo\//.test(read(`${FEATURES}/${feature}/${file}`)),
      )
    expect(readdirSync(path.join(root, FEATURES)).filter(usesKit).sort()).toEqual([...CATALOGOS].sort())
  })

  it('has a route for each call of the contract', () => {
    const isCall = (value: unknown): value is Endpoint =>
      typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'costo' in value
    const routed = new Set(app.router.entries.map(({ endpoint }) => endpoint))
    const without = Object.entries<unknown>(contract).flatMap(([name, call]) =>
      isCall(call) && !routed.has(call) ? [`${name}: ${call.method} ${call.path} has no route in apps/api/src/features`] : [],
    )
    expect(without).toEqual([])
  })

  it('of the menu has its address and its group on the page', () => {
    const [paths, groups] = [read(`${WEB}/app/paths.ts`), read(`${WEB}/domain/menu/menu-tree.ts`)]
    const menus = offerableMenus(ROL.SUPER_ADMIN)
      .map(({ to }) => to)
      .filter((to) => to !== '/')
    const missing = menus.flatMap((to) => [
      ...(paths.includes(`'${to.replace(/\/registro$/, '')}'`) ? [] : [`${WEB}/app/paths.ts: ${to}`]),
      ...(groups.includes(`'${to}'`) ? [] : [`${WEB}/domain/menu/menu-tree.ts: ${to}`]),
    ])
    expect(missing).toEqual([])
  })

  it('has words for each right where rights are given', () => {
    const words = read(`${WEB}/features/empleado/empleado-words.ts`)
    expect(
      COLLECTIONS.filter((right) => !words.includes(`right: '${right}'`)).map(
        (right) => `${WEB}/features/empleado/empleado-words.ts: ${right}`,
      ),
    ).toEqual([])
  })

  it('has words for each act that the audit keeps', () => {
    const words = read(`${WEB}/domain/auditoria/hecho-words.ts`)
    const sources = readdirSync(path.join(root, FEATURES), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const acts = new Set(
      sources.flatMap((file) => [...read(`${FEATURES}/${file}`).matchAll(/\baccion: '([a-z_]+\.[a-z_]+)'/g)].map(([, act]) => act)),
    )
    expect(acts.size).toBeGreaterThan(20)
    expect([...acts].filter((act) => !words.includes(`'${act}':`)).map((act) => `${WEB}/domain/auditoria/hecho-words.ts: ${act}`)).toEqual(
      [],
    )
  })
})
