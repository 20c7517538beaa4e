import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { downloadDescarga, downloadPaqueteEnCola, pathOf, readDocumentoEnCola, type Descarga, type Endpoint } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildSolicitudAprobada } from '../../testing/solicitud-aprobada.ts'
import { entidadAMano, type Entidad } from './entidad.ts'
import { sendToEntidad } from './paquete.service.ts'

const EN = '2026-11-24T10:00:00-05:00'
const MEGA = 1_000_000

let app: TestApp
let port: number
let mesa: string
let usuarioId: string
let empresaId: EmpresaId

beforeAll(async () => {
  app = await buildTestApp({ now: EN })
  mesa = await tokenOfNew(app, { empresas: [], superAdmin: true })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = app.server.server.address() as AddressInfo)
})
afterAll(() => app?.close())
beforeEach(async () => {
  const empresa = await buildEmpresa(app)
  empresaId = empresa.id
  usuarioId = (await buildUsuario(app, { empresas: [empresa] })).id
})

/** An approved request with a file of three parts. */
const approved = () => buildSolicitudAprobada(app, { empresaId, usuarioId }, Buffer.alloc(2 * MEGA + 7, 'x'))

describe('a request is sent to the certification entity', () => {
  it('once by two of the desk at the same instant; a machine that dies in between sends it no second time unless that is said', async () => {
    const { archivo: _archivo, ...lugar } = await approved()
    const sent: string[] = []
    /** An entity that has received the request when the machine dies. */
    const dying: Entidad = {
      send: (id) => {
        sent.push(id)
        return Promise.reject(new Error('the machine died'))
      },
    }
    const both = await Promise.allSettled([1, 2].map(() => sendToEntidad(app.deps, dying, { usuarioId }, { ...lugar, isAgain: false })))
    expect(both.map(({ status, ...rest }) => [status, String((rest as { reason?: unknown }).reason)])).toEqual(
      expect.arrayContaining([
        ['rejected', 'Error: the machine died'],
        ['rejected', expect.stringContaining('Ya se descargó para la entidad el 24/11/2026')],
      ]),
    )
    const again = (isAgain: boolean) => sendToEntidad(app.deps, entidadAMano, { usuarioId }, { ...lugar, isAgain })
    await expect(again(false)).rejects.toMatchObject({ status: 422, code: 'SIGNATURE_TAKEN' })
    expect(sent).toEqual([lugar.id])
    expect((await again(true)).via).toBe('A_MANO')
  })

  it('never before it is noted: where the note fails nothing leaves', async () => {
    const { archivo: _archivo, ...lugar } = await approved()
    const sent: string[] = []
    const entidad: Entidad = {
      send: (id, paquete) => {
        sent.push(id)
        return entidadAMano.send(id, paquete)
      },
    }
    const pedido = { ...lugar, isAgain: false }
    await expect(sendToEntidad(app.deps, entidad, { usuarioId: 'nobody' }, pedido)).rejects.toThrow()
    expect(sent).toEqual([])
    await sendToEntidad(app.deps, entidad, { usuarioId }, pedido)
    expect(sent).toEqual([lugar.id])
  })
})

/** Number of received bytes, and whether the response ended complete. */
async function download(
  endpoint: Endpoint,
  params: Record<string, string>,
  query = '',
): Promise<{ status?: number; bytes: number; isWhole: boolean }> {
  const request = http.get({ port, path: `/app${pathOf(endpoint, params)}${query}`, headers: { authorization: `Bearer ${mesa}` } })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  let bytes = 0
  answer.on('data', (piece: Buffer) => (bytes += piece.length))
  answer.on('error', () => undefined)
  await new Promise((resolve) => answer.once('close', resolve))
  return { ...(answer.statusCode && { status: answer.statusCode }), bytes, isWhole: answer.complete }
}

describe('a file whose later part is lost or changed in the storage', () => {
  it.each([
    ['lost', (archivo: string) => sql`update archivo_parte set objeto = gen_random_uuid() where archivo_id = ${archivo} and n = 2`],
    [
      'changed',
      (archivo: string) =>
        sql`update almacen_objeto set bytes = set_byte(bytes, 20, get_byte(bytes, 20) # 1) where objeto = (select objeto from archivo_parte where archivo_id = ${archivo} and n = 2)`,
    ],
  ])('%s: what arrives never looks whole, alone or in the package', async (_what, spoil) => {
    const { archivo, ...lugar } = await approved()
    const whole = await download(readDocumentoEnCola, lugar, '?clase=RUC')
    expect(whole).toEqual({ status: 200, bytes: 2 * MEGA + 7, isWhole: true })
    await spoil(archivo).execute(app.owner)
    const cut = await download(readDocumentoEnCola, lugar, '?clase=RUC')
    expect([cut.status, cut.isWhole]).toEqual([200, false])
    expect(cut.bytes).toBeLessThan(whole.bytes)
    const { ticket } = (await app.call<Descarga>(downloadPaqueteEnCola, { token: mesa, body: lugar })).data
    expect(await download(downloadDescarga, { ticket })).toMatchObject({ status: 200, isWhole: false })
  })
})
