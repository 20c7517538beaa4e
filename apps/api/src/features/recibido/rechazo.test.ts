import {
  clearRechazosRecibido,
  importRecibido,
  pedirRecibidos,
  RECIBIDO_MAX_BYTES,
  rechazosRecibido,
  type Importacion,
  type RechazoRecibido,
} from '@yupana/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { zipOf } from '../../testing/hoja-xlsx.ts'

const DIA_MS = 86_400_000
let app: TestApp
let empresa: Awaited<ReturnType<typeof buildEmpresa>>
let token: string

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-06-15T10:00:00-05:00' })
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})
afterAll(() => app?.close())

const upload = async (content: Buffer, name: string) => {
  const form = new FormData()
  form.set('file', new Blob([content as never]), name)
  return (await app.call<Importacion>(importRecibido, { token, form })).data
}
const send = (...parts: [name: string, value: string | File][]) => {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return app.call<Importacion>(importRecibido, { token, form })
}
const kept = async (as = token) => (await app.call<RechazoRecibido[]>(rechazosRecibido, { token: as })).data

it('what did not come in is there for whoever looks later, once, until somebody clears it or a month passes', async () => {
  const zip = zipOf([
    { nombre: 'a.xml', texto: '<a/>' },
    { nombre: 'b.xml', texto: 'nada' },
  ])
  expect(await upload(zip, 'varios.zip')).toMatchObject({ rechazados: 2 })
  await upload(zip, 'varios.zip')
  const first = await kept(await tokenOfNew(app, { empresas: [empresa] }))
  expect(first.map(({ archivo }) => archivo)).toEqual(['a.xml', 'b.xml'])
  expect(first[0]).toMatchObject({
    motivo: expect.stringMatching(/\w/),
    usuario: expect.any(String),
    en: expect.stringContaining('2026-06-15'),
  })
  expect(await kept(await tokenOfNew(app, { empresas: [await buildEmpresa(app)] }))).toEqual([])

  app.clock.advance(20 * DIA_MS)
  token = await tokenOfNew(app, { empresas: [empresa] })

  await app.call(pedirRecibidos, { token, body: { claves: '1'.repeat(49) } })
  expect((await kept()).map(({ archivo }) => archivo)).toEqual(['Línea 1', 'a.xml', 'b.xml'])
  app.clock.advance(11 * DIA_MS)
  token = await tokenOfNew(app, { empresas: [empresa] })
  expect((await kept()).map(({ archivo }) => archivo)).toEqual(['Línea 1'])

  await expectGuarded(app, empresa, clearRechazosRecibido, {}, [ROL.USUARIO])
  for (const time of ['first', 'second']) expect((await app.call(clearRechazosRecibido, { token })).status, time).toBe(200)
  expect(await kept()).toEqual([])
  const audited = await app.owner.selectFrom('auditoria').select('detalle').where('accion', '=', 'recibido.olvidar_rechazos').execute()
  expect(audited).toEqual([{ detalle: { olvidados: 3 } }])
})

it('of a thousand refused more the last thousand stay', async () => {
  const files = (from: number) =>
    zipOf(Array.from({ length: 600 }, (_, n) => ({ nombre: `${String(from + n).padStart(5, '0')}.xml`, texto: '<a/>' })))
  await upload(files(0), 'uno.zip')
  app.clock.advance(1_000)
  await upload(files(600), 'dos.zip')
  const names = (await kept()).map(({ archivo }) => archivo)
  expect([names.length, names[0], names.includes('01199.xml')]).toEqual([1_000, '00600.xml', true])
})

it('R-2.3.25 a file that is refused as a whole, or is too large to be read, stands there with its name and why', async () => {
  await app.call(clearRechazosRecibido, { token })
  const columnas = 'RUC_EMISOR\tRAZON_SOCIAL\tNUMERO\tTOTAL\r\n179\tX\t1\t2\r\n'
  const files: [name: string, content: string | Buffer, status: number][] = [
    ['sin-xml.zip', zipOf([{ nombre: 'leeme.txt', texto: 'nada' }]), 422],
    ['roto.zip', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]), 422],
    ['172_Recibidos.txt', columnas, 422],
    ['grande.xml', `<factura>${' '.repeat(2_000_000)}</factura>`, 422],
    ['enorme.xml', Buffer.alloc(RECIBIDO_MAX_BYTES + 1, 32), 413],
    ['doctype.xml', '<!DOCTYPE x [<!ENTITY a "a">]><factura>&a;</factura>', 200],
  ]
  for (const [name, content, status] of files) expect((await send(['file', new File([content as never], name)])).status, name).toBe(status)
  expect((await send(['file', new File([], 'vacio.xml')])).data).toEqual([{ campo: 'file', message: 'El archivo está vacío.' }])
  expect((await send()).data).toEqual([{ campo: 'file', message: 'Elija al menos un archivo.' }])
  // The page sends only the name of a file that is too large.
  const { status, data } = await send(['grandes', 'de 40 MB.xml\nOtro.zip\n'])
  expect([status, data.rechazados, data.archivos.map(({ archivo }) => archivo)]).toEqual([200, 2, ['de 40 MB.xml', 'Otro.zip']])
  const why = new Map((await kept()).map(({ archivo, motivo }) => [archivo, motivo]))
  expect(Object.fromEntries(why)).toEqual({
    'sin-xml.zip': 'El ZIP no tiene ningún XML.',
    'roto.zip': expect.stringMatching(/ZIP/),
    '172_Recibidos.txt': 'La lista no tiene la columna de la clave de acceso. Sus columnas: RUC_EMISOR, RAZON_SOCIAL, NUMERO, TOTAL.',
    'grande.xml': 'El XML pasa de 1 MB: ningún comprobante del SRI es tan grande.',
    'enorme.xml': 'El archivo pasa de 10 MB.',
    'doctype.xml': expect.stringMatching(/DOCTYPE/i),
    'de 40 MB.xml': 'El archivo pasa de 10 MB.',
    'Otro.zip': 'El archivo pasa de 10 MB.',
  })
  expect((await send(['grandes', 'x'.repeat(400)], ['file', new File(['<a/>'], 'a.xml')])).data).toMatchObject({ nuevos: 0, rechazados: 2 })
  expect((await send(['grandes', ' \n '])).data).toMatchObject({ rechazados: 0 })
})

it('the thousand bad claves of one person push out his own, and nobody else’s', async () => {
  await app.call(clearRechazosRecibido, { token })
  await upload(Buffer.from('nada'), 'suyo.xml')
  app.clock.advance(1_000)
  const otra = await tokenOfNew(app, { empresas: [empresa] })
  const malas = (from: number) => Array.from({ length: 700 }, (_, n) => String(from + n).padStart(49, '0')).join('\n')
  for (const from of [10_000, 20_000]) {
    expect((await app.call<Importacion>(pedirRecibidos, { token: otra, body: { claves: malas(from) } })).data.rechazados).toBe(700)
    app.clock.advance(1_000)
  }
  const names = await kept()
  expect(names).toHaveLength(1_000)
  expect(names.filter(({ archivo }) => archivo === 'suyo.xml')).toHaveLength(1)
})
