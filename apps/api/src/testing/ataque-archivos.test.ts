import {
  bringGastos,
  CARGA_MAX_BYTES,
  importRecibido,
  RECIBIDO_MAX_BYTES,
  uploadProductos,
  type Carga,
  type Endpoint,
  type Importacion,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { LIMITES } from '../plugins/limites/limites.ts'
import { Ataque, expectPalabras } from './ataque-envios.ts'
import { buildTestApp, type Answer, type TestApp } from './build-test-app.ts'
import { tokenOfNew } from './builders.ts'
import { zipOf } from './hoja-xlsx.ts'
import { huella } from './huella.ts'

// B8: files of the inbox, of products and of personal expenses, as somebody sends them who means harm.

const SUBIDAS: readonly [nombre: string, endpoint: Endpoint, maxBytes: number, query: Record<string, string>][] = [
  ['recibido', importRecibido, RECIBIDO_MAX_BYTES, {}],
  ['carga', uploadProductos, CARGA_MAX_BYTES, { type_upload_id: '1' }],
  ['gasto_personal', bringGastos, RECIBIDO_MAX_BYTES, {}],
]
let app: TestApp
let de: Ataque

beforeAll(async () => {
  app = await buildTestApp()
  de = await new Ataque(app).prepare()
})
afterAll(() => app?.close())

const fileOf = (content: string | Uint8Array, name = 'x.xml') => {
  const form = new FormData()
  form.set('file', new File([content as never], name))
  return form
}
const formOf = (...parts: [string, string | File][]) => {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value as never)
  return form
}
const filesOf = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, n): [string, File] => ['file', new File([new Uint8Array(bytes).fill(60)], `${n}.xml`)])
const bomb = () => zipOf([{ nombre: 'x.xml', texto: `<factura>${'x'.repeat(20_000_000)}</factura>` }])

describe.each(SUBIDAS)('%s', (nombre, endpoint, maxBytes, query) => {
  const send = <T = unknown>(
    form: FormData | undefined,
    options: { token?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer<T>> => de.call<T>(endpoint, undefined, { query, ...(form && { form }), ...options })

  it.each<[string, () => FormData | undefined, number[]]>([
    ['no file', () => undefined, [415]],
    ['an empty one', () => fileOf(''), [422]],
    ['under another name', () => formOf(['otro', new File(['x'], 'x.xml')]), [422]],
    ['text instead of a file', () => formOf(['file', 'x']), [422]],
    ['one file too many', () => formOf(...filesOf((endpoint.upload?.files ?? 1) + 1, 1)), [400, 413]],
    ['a field that is none', () => formOf(['empresa_id', 'x'], ['file', new File(['x'], 'x.xml')]), [422]],
    ['a hundred fields', () => formOf(...Array.from({ length: 100 }, (_, n): [string, string] => [`x${n}`, 'x'])), [400, 413]],
    ['one byte too many', () => fileOf(new Uint8Array(maxBytes + 1)), [413]],
    ['one byte too many in two files', () => formOf(...filesOf(2, maxBytes / 2 + 1)), [400, 413]],
  ])('%s is refused in words and changes nothing', async (_what, form, expected) => {
    // That a file did not come in is kept, and nothing else.
    const kept = async () => ({ ...(await huella(app)), recibido_rechazo: '' })
    const before = await kept()
    const answer = await send(form())
    expectPalabras(answer, nombre)
    expect(expected).toContain(answer.status)
    expect(await kept()).toEqual(before)
  })

  it('hostile contents are refused in words, or kept as what they are until somebody reads them, and never end the server', async () => {
    const token = await tokenOfNew(app, { empresas: [de.empresa] })
    for (const [name, content] of [
      ['doctype.xml', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><factura>&b;</factura>'],
      ['externa.xml', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><factura/>'],
      ['honda.xml', '<a>'.repeat(50_000)],
      ['ancha.xml', `<factura ${Array.from({ length: 20_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`],
      ['nulos.xml', '\u0000'.repeat(10_000)],
      ['bytes.csv', new Uint8Array(10_000).map((_, n) => n % 256)],
      ['../../etc/passwd\u0000.csv', 'Código;Nombre\n=1+1;x\n'],
      ['bomba.zip', bomb()],
      ['bomba.xlsx', bomb()],
      ['roto.xlsx', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0])],
      ['largo.csv', 'x;'.repeat(500_000)],
    ] as const) {
      const answer = await send<Carga & Importacion>(fileOf(content as string, name), { token, headers: de.key() })
      expectPalabras(answer, `${nombre} ${name}`)
      if (answer.status === 200 && nombre === 'carga') expect(answer.data.archivo).not.toMatch(/[/\\\p{Cc}]/u)
      if (answer.status === 200 && nombre === 'recibido') expect(answer.data.nuevos).toBe(0)
      // Three files of a company wait at most: the next is another day's.
      await app.owner.deleteFrom('carga').where('empresa_id', '=', de.empresa.id).execute()
    }
  })

  it('thirty at once: each is answered, and the same file with one key is one', async () => {
    const token = await tokenOfNew(app, { empresas: [de.empresa] })
    const headers = de.key()
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(fileOf('Código;Nombre\nA;B\n', 'x.csv'), { token, headers })))
    for (const answer of answers) expectPalabras(answer, nombre)
    if (nombre !== 'carga') return
    expect(new Set(answers.map(({ data }) => (data as Carga).id)).size).toBe(1)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from carga where empresa_id = ${de.empresa.id}`.execute(app.owner)
    expect(rows[0]?.n).toBe(1)
  })

  it('what is refused counts like what is taken: a file costs the machine as much', async () => {
    const token = await tokenOfNew(app, { empresas: [de.empresa] })
    const [unread, read] = [
      () => send(formOf(['otro', new File(['x'], 'x')]), { token }),
      () => send(fileOf('<x/>'), { token, headers: {} }),
    ]
    expectPalabras(await read(), nombre)
    for (let n = 1; n < LIMITES.subida.veces(); n++) expect((await unread()).status, `${n}`).toBe(422)
    for (const refused of [unread, read])
      expect(await refused()).toMatchObject({ status: 429, msg: 'Subió demasiados archivos en una hora. Vuelva a intentar en 60 minutos.' })
  })
})
