import { randomUUID } from 'node:crypto'
import { MONTO_MAX } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { LIMITES } from '../plugins/limites/limites.ts'
import { Ataque, ENVIOS, expectPalabras } from './ataque-envios.ts'
import { buildTestApp, type Answer, type TestApp } from './build-test-app.ts'
import { tokenOfNew } from './builders.ts'
import { huella } from './huella.ts'

// B8: purchases, the inbox, uploads, personal expenses and money owed, as somebody calls them who means harm. Sessions, roles and ids in
// the path are in matrix.test.ts, for every route; ataque-a-la-vez.test.ts has what many calls do together.

/** Routes of these features. */
const SUYAS = /^\/(v1\/(compra|recibido|gasto_personal|cartera|pago|caja|producto\/(carga|plantilla))|productos\/upload)/

let app: TestApp
let de: Ataque

beforeAll(async () => {
  app = await buildTestApp()
  de = await new Ataque(app).prepare()
})
afterAll(() => app?.close())

/** What comes in the place of any value. */
const DE_OTRO_TIPO = [null, true, 7, -1, 0.5, -0, 1e308, 2 ** 53, MONTO_MAX, MONTO_MAX + 1, '', ' ', '7', 'NaN', [], [null], {}, [[]]]
const TEXTOS = [
  'a\u0000b',
  '\u0007',
  '\u202e',
  '\ud800',
  'x'.repeat(5_000),
  "'; drop table compra; --",
  '0000-00-00',
  '2014-12-31',
  '2026-02-30',
  '9999-12-31',
  'no-es-uuid',
  '00000000-0000-0000-0000-000000000000',
  '001-001-000000000',
]

interface Lugar {
  en: string[]
  valor: unknown
}
/** Every place of a form, outer ones too. */
const lugares = (valor: unknown, en: string[] = []): Lugar[] => [
  ...(en.length > 0 ? [{ en, valor }] : []),
  ...(typeof valor === 'object' && valor !== null
    ? Object.entries(valor).flatMap(([campo, dentro]) => lugares(dentro, [...en, campo]))
    : []),
]
const QUITAR = Symbol('left out')
type Form = Record<string, unknown>
function con(form: unknown, en: readonly string[], valor: unknown): unknown {
  const copia = structuredClone(form)
  const holder = en.slice(0, -1).reduce<unknown>((dentro, campo) => (dentro as Form)[campo], copia)
  const last = en.at(-1)!
  if (valor !== QUITAR) (holder as Form)[last] = valor
  else if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete (holder as Form)[last]
  return copia
}
const malos = (valor: unknown) => [QUITAR, ...DE_OTRO_TIPO, ...(typeof valor === 'string' ? TEXTOS : [])]
const asJson = { 'content-type': 'application/json' }

describe('a sound form, spoilt', () => {
  it.each(Object.keys(ENVIOS))(
    '%s: a bad value, another type or a gap in any place is refused in words and changes nothing',
    async (name) => {
      const [endpoint, body, options] = await ENVIOS[name]!(de)
      const spoilt = lugares(body).flatMap(({ en, valor }) =>
        malos(valor).map((malo) => ({ en: en.join('.'), malo, body: con(body, en, malo) })),
      )
      const roots = [null, [], 'x', 7, {}].map((root) => ({ en: '', malo: root, body: root }))
      const refused: (() => Promise<Answer<unknown>>)[] = []
      for (const { en, malo, body: form } of [...spoilt, ...roots]) {
        const send = () => de.call(endpoint, JSON.stringify(form), { ...options, headers: { ...de.key(), ...asJson } })
        const answer = await send()
        expectPalabras(answer, `${name}: ${en} = ${String(JSON.stringify(malo)).slice(0, 40)}`)
        if (answer.status >= 400) refused.push(send)
      }
      expect(refused.length).toBeGreaterThan(spoilt.length / 3)
      const before = await huella(app)
      for (const send of refused) expect((await send()).status).toBeGreaterThanOrEqual(400)
      expect(await huella(app)).toEqual(before)
    },
  )

  it.each(Object.keys(ENVIOS))(
    '%s: what is no JSON, says a field twice or one that is none, or is of another type of content',
    async (name) => {
      const [endpoint, body, options] = await ENVIOS[name]!(de)
      const sound = JSON.stringify(body)
      const texts = ['', '{', 'NaN', '['.repeat(5_000), `{"x":"${'x'.repeat(2_000_000)}"}`, `${sound.slice(0, -1)},${sound.slice(1)}`]
        .concat([':NaN', ':1e999', ':-0', ':Infinity'].map((value) => sound.replace(/:\d+/, value)))
        .concat(['"__proto__":{"x":1}', '"empresa_id":"x"', '"x\\u0000":1'].map((field) => sound.replace('{', `{${field},`)))
        .filter((text) => text !== sound)
      const before = await huella(app)
      for (const text of texts) {
        const answer = await de.call(endpoint, text, { ...options, headers: { ...de.key(), ...asJson } })
        expectPalabras(answer, `${name} ${text.slice(0, 60)}`)
        expect(answer.status, `${name} ${text.slice(0, 60)}`).toBeGreaterThanOrEqual(400)
      }
      for (const tipo of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded']) {
        const { status } = await de.call(endpoint, sound, { ...options, headers: { ...de.key(), 'content-type': tipo } })
        expect([415, 422], tipo).toContain(status)
      }
      expect(await huella(app)).toEqual(before)
    },
  )
})

describe('a query', () => {
  const BUENOS: Readonly<Record<string, string>> = {
    sentido: 'COBRAR',
    anio: '2026',
    ruc: '1790012345001',
    type_upload_id: '1',
    formato: 'csv',
  }
  /** Files that one person may take in an hour. */
  const FILES = LIMITES.exportacion.veces()
  /** Each takes a new person then, and an export is audited. */
  const ASIDE = ['auditoria', 'usuario', 'nombre_ingreso', 'usuario_empresa', 'usuario_menu', 'contrasena']
  const withoutUsers = (all: Record<string, string>) => Object.fromEntries(Object.entries(all).filter(([table]) => !ASIDE.includes(table)))
  const VALORES = [...TEXTOS.filter((text) => text !== '\ud800'), '', '-1', '1e9', '9'.repeat(40), 'NaN', '%', 'fecha,ASC,DESC', 'id,ASC']

  it('with bad, foreign or unknown filters is refused in words or finds nothing, and changes nothing', async () => {
    const queries = app.router.entries.filter(({ endpoint: { method, path } }) => method === 'GET' && SUYAS.test(path))
    expect(queries.length).toBeGreaterThan(20)
    const before = withoutUsers(await huella(app))
    for (const { endpoint } of queries) {
      const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, randomUUID()]))
      const declared = Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {})
      const sound = Object.fromEntries(
        Object.entries({ ...BUENOS, persona_id: de.propia.persona }).filter(([name]) => declared.includes(name)),
      )
      const each = [...declared, 'empresa_id'].flatMap((filtro) => VALORES.map((valor) => ({ ...sound, [filtro]: valor })))
      const isFile = endpoint.costo === 'exportacion'
      let token = de.token
      for (const [n, query] of [...each, {}, sound].entries()) {
        if (isFile && n % FILES === 0) token = await tokenOfNew(app, { empresas: [de.empresa] })
        const answer = await de.call(endpoint, undefined, { token, params, query })
        expectPalabras(answer, `${endpoint.path} ${JSON.stringify(query)}`)
        expect(answer.status).not.toBe(429)
      }
    }
    expect(withoutUsers(await huella(app))).toEqual(before)
  })
})
