import { createPrivateKey, randomUUID } from 'node:crypto'
import type { FacturaFormInput } from '@yupana/contract'
import { createSriClient, readP12, readCertificado } from '@yupana/sri'

import { createDb, createPool } from '../db/connect.ts'
import type { EmpresaId } from '../db/empresa-id.ts'
import { Avance } from '../features/comprobante/avance/avance.service.ts'
import { contextoLlave } from '../secretos/contextos.ts'
import { Entrega } from '../features/correo/entrega.service.ts'
import type { EmpresaNueva } from '../features/empresa/fundar.service.ts'
import { askValidez } from '../features/documento-publico/consulta.service.ts'
import { Traida } from '../features/recibido/traida.service.ts'
import { Reconciliador } from '../jobs/reconciliador.ts'
import { buildEmpresa, buildUsuario, type UsuarioBuilt } from './builders.ts'
import type { TestApp } from './build-test-app.ts'
import type { SimuladorDePrueba } from './simulador.ts'

const PASSWORD_P12 = 'clave'

export interface Emisor {
  id: EmpresaId
  ruc: string
  usuario: UsuarioBuilt
  token: string
}

/** Puts a certificate of the test authority into use, as an upload would leave it. */
export async function giveCertificado(
  app: TestApp,
  sri: SimuladorDePrueba,
  empresa: { id: EmpresaId; ruc: string },
  usuarioId: string,
  hasta?: string,
): Promise<string> {
  const now = app.clock.now()
  const bytes = await sri.issueP12({
    ruc: empresa.ruc,
    passwordP12: PASSWORD_P12,
    desde: new Date(now.getTime() - 86_400_000).toISOString(),
    ...(hasta && { hasta }),
  })
  const leido = readP12(bytes, PASSWORD_P12, now)
  createPrivateKey({ key: Buffer.from(leido.privateKey), format: 'der', type: 'pkcs8' })
  const { serie, emisor, desde, hasta: until } = readCertificado(Buffer.from(leido.certificado))
  const id = randomUUID()
  const huella = id.replaceAll('-', '')
  await app.owner.updateTable('certificado').set({ activo: false }).where('empresa_id', '=', empresa.id).execute()
  await app.owner
    .insertInto('certificado')
    .values({
      empresa_id: empresa.id,
      id,
      filename: 'firma.p12',
      titular: 'PERSONA DE PRUEBA',
      emisor,
      entidad: null,
      serial: String(serie),
      identificacion: empresa.ruc,
      rsa_bits: 2048,
      desde,
      hasta: until,
      huella,
      der: Buffer.from(leido.certificado),
      subido_por: usuarioId,
      subido_en: now,
    })
    .execute()
  const llave = app.deps.sobre.sellar(leido.privateKey, contextoLlave(empresa.id, id, huella))
  await app.owner
    .insertInto('certificado_llave')
    .values({
      empresa_id: empresa.id,
      certificado_id: id,
      kek_id: llave.kekId,
      dek_envuelta: llave.dekEnvuelta,
      llave_cifrada: llave.cifrado,
      clave_cifrada: Buffer.alloc(0),
    })
    .execute()
  return id
}

/** A company ready to issue, with an ADMIN signed in. */
export async function buildEmisor(app: TestApp, sri: SimuladorDePrueba, nueva: Partial<EmpresaNueva> = {}): Promise<Emisor> {
  const empresa = await buildEmpresa(app, nueva)
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  await giveCertificado(app, sri, empresa, usuario.id)
  const session = await app.signIn(usuario.username)
  return { ...empresa, usuario, token: session.token }
}

/** A factura of one line at 15 %: 10.00 + 1.50. */
export const facturaForm = (change: Partial<FacturaFormInput> = {}): FacturaFormInput => ({
  establecimiento: '001',
  punto: '001',
  comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA MARÍA PÉREZ', correos: ['ana@ejemplo.ec'] },
  lineas: [{ codigo: 'P-1', descripcion: 'Servicio de prueba', cantidad: 1_000_000, precio_unitario: 10_000_000, iva: 6 }],
  pagos: [{ forma_pago: '20', total: 11_500_000 }],
  ...change,
})

/** The worker's parts in this process, driven by hand: no loops, no queue. */
export function buildWorker(app: TestApp, sri: SimuladorDePrueba, quien = 'prueba', isPaced: (ambiente: string) => boolean = () => false) {
  const pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 4 })
  const client = createSriClient({ baseUrl: sri.url, limits: { connectMs: 2000, firstByteMs: 2000, wholeMs: 4000 } })
  const db = createDb(pool)
  const deps = { ...app.deps, db }
  const avance = new Avance({ ...deps, sri: { SIMULADOR: client, PRUEBAS: client, PRODUCCION: client }, quien, reclamos: db, isPaced })
  const entrega = new Entrega(deps)
  const reconciliador = new Reconciliador({ avance, entrega, db, clock: app.clock })
  const sris = { SIMULADOR: client, PRUEBAS: client, PRODUCCION: client }
  const traida = new Traida({ ...deps, sri: sris, reclamos: db, isPaced })
  /** What the queue would bring: the bells of documents that are new. */
  const ringBells = async () => {
    const nuevos = await app.owner
      .selectFrom('documento as d')
      .innerJoin('documento_envio as e', (join) => join.onRef('e.empresa_id', '=', 'd.empresa_id').onRef('e.documento_id', '=', 'd.id'))
      .select(['d.empresa_id', 'd.id'])
      .where('d.estado', '=', 'EMITIDO')
      .where('e.arriendo_hasta', 'is', null)
      .execute()
    await Promise.all(nuevos.map(({ empresa_id, id }) => avance.ring(empresa_id, id)))
  }
  return {
    avance,
    entrega,
    reconciliador,
    traida,
    askValidez: () => askValidez({ ...deps, sri: sris, reclamos: db }),
    /** Rings again and again, the clock moving on, until nothing is due within ten minutes of its time. */
    async settle(minutes = 10): Promise<void> {
      await ringBells()
      for (const end = app.clock.now().getTime() + minutes * 60_000; app.clock.now().getTime() < end; app.clock.advance(1_000)) {
        for (;;) {
          const { found, settled } = await reconciliador.tick()
          await settled
          if (found === 0) break
        }
        const pending = await app.owner
          .selectFrom('documento_envio')
          .select('documento_id')
          .where('proximo_intento', 'is not', null)
          .limit(1)
          .executeTakeFirst()
        if (!pending) return
      }
    },
    async tick(): Promise<number> {
      await ringBells()
      const { found, settled } = await reconciliador.tick()
      await settled
      return found
    },
    async close(): Promise<void> {
      await entrega.close()
      client.close()
      await pool.end()
    },
  }
}
