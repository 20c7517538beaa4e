import {
  clearRechazosRecibido,
  importRecibido,
  pedirRecibidos,
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
