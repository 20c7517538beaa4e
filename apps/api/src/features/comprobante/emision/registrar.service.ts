import { createHash } from 'node:crypto'
import { claveAccesoIsValid, fechaIn, MODO_EMISION, readClaveAcceso, startOf, type Fecha } from '@yupana/fiscal'
import type { Emitido, Registro } from '@yupana/contract'

import { isUniqueViolation } from '../../../db/sqlstate.ts'
import { inEmpresa } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { errors, type Problem } from '../../../errors.ts'
import type { SesionAbierta } from '../../../plugins/sesion/session.ts'
import { claim } from '../../idempotencia/idempotencia.door.ts'
import { readContexto, requireMesDeEmision, SIN_NUMERO, type ContextoEmision } from '../armado/armado.door.ts'
import { takeBorrador } from './borrador.service.ts'
import { lockFormulario } from './borrador.sql.ts'
import { deflate } from '../../../db/bytes.ts'
import { readEmitido } from './emision.sql.ts'
import { ambienteSri, type Identidad } from '../identidad/identidad.door.ts'
import { countDestinatarios } from './destinatarios.service.ts'
import { answerOf } from './emision.service.ts'
import { moveCartera } from './cartera.ts'
import { moveExistencias } from './existencias.ts'
import type { PedidoEmision } from './preparado.ts'
import { insertRegistrado, serieIsUsed } from './registrar.sql.ts'

type Pedido = Pick<PedidoEmision<unknown>, 'tipo' | 'establecimiento' | 'punto'>

const DIGITOS = { FISICA: 10, PORTAL: 49 } as const
const CAUSA = {
  FISICA: 'Registro de un comprobante preimpreso',
  PORTAL: 'Registro de un comprobante emitido en el portal del SRI',
} as const

/** Whether the clave de acceso of a document from the portal agrees with it; the SRI chooses eight of its digits. */
function claveMatches({ autorizacion, numero, fecha }: Registro, { tipo }: Pedido, { ruc, ambiente }: ContextoEmision): boolean {
  const clave = claveAccesoIsValid(autorizacion) ? readClaveAcceso(autorizacion) : undefined
  if (!clave) return false
  return (
    clave.codDoc === tipo &&
    clave.ruc === ruc &&
    clave.ambiente === ambienteSri(ambiente) &&
    clave.fechaEmision === fecha &&
    `${clave.estab}-${clave.ptoEmi}-${clave.secuencial}` === numero
  )
}

function checkRegistro(registro: Registro, pedido: Pedido, contexto: ContextoEmision, hoy: Fecha): Problem[] {
  const { modo, numero, autorizacion, fecha } = registro
  const { establecimiento, punto } = pedido
  const problemas: Problem[] = []
  const add = (campo: string, message: string) => problemas.push({ campo, message })
  if (fecha > hoy) add('registro.fecha', 'La fecha de emisión no puede ser futura.')
  if (numero.slice(0, 7) !== `${establecimiento}-${punto}`)
    add('registro.numero', `El número no es del establecimiento y punto ${establecimiento}-${punto}.`)
  if (autorizacion.length !== DIGITOS[modo])
    add(
      'registro.autorizacion',
      modo === 'FISICA'
        ? 'La autorización de un comprobante preimpreso tiene diez dígitos.'
        : 'La autorización de un comprobante del portal es su clave de acceso, de 49 dígitos.',
    )
  else if (modo === 'PORTAL' && !claveMatches(registro, pedido, contexto))
    add('registro.autorizacion', 'La clave de acceso no es la de este comprobante: revise tipo, RUC, ambiente, número y fecha.')
  return problemas
}

function checkLugar({ cercada, establecimiento, puntos_usuario: puntos }: ContextoEmision, pedido: Pedido): void {
  if (cercada) throw errors.fenced()
  if (!establecimiento) throw errors.field('ESTABLISHMENT', 'establecimiento', 'El establecimiento no existe.')
  if (puntos.length > 0 && !puntos.includes(`${pedido.establecimiento}-${pedido.punto}`)) throw errors.pointNotAllowed()
}

/** Value that stands for the clave de acceso of a pre-printed document, which has none. */
const identityOf = ({ modo, autorizacion, numero }: Registro, { tipo }: Pedido, { ambiente }: ContextoEmision): string =>
  modo === 'PORTAL' ? autorizacion : `${autorizacion}-${tipo}-${numero}-${ambiente}`

/**
 * Registers a document issued outside: on a pre-printed form, or in the SRI's portal (O-101). It is checked as any other of its type and
 * stands in lists and reports, but is never signed or sent. Its XML only holds its contents.
 */
export function registrar<Form>(deps: Deps, session: SesionAbierta, pedido: PedidoEmision<Form>, registro: Registro): Promise<Emitido> {
  const { empresaId, usuarioId } = session
  return inEmpresa(deps.db, empresaId, async (tx) => {
    const en = deps.clock.now()
    const { id, idempotencyKey, tipo, establecimiento, punto, form } = pedido
    await lockFormulario(tx, empresaId, id)
    const used = await claim(tx, {
      empresaId,
      usuarioId,
      idempotencyKey,
      accion: 'registrar',
      contenido: [id, form, registro],
      recursoId: id,
      en,
    })
    if (used !== undefined) return answerOf(await readEmitido(tx, empresaId, used), [])
    const contexto = await readContexto(tx, { ...pedido, empresaId, usuarioId })
    checkLugar(contexto, pedido)
    await takeBorrador(tx, session, id, contexto, en)
    const problemas = checkRegistro(registro, pedido, contexto, fechaIn(en))
    if (problemas.length > 0) throw errors.invalid(problemas)
    await requireMesDeEmision(tx, { empresaId, ambiente: contexto.ambiente }, registro.fecha, fechaIn(en), 'registro.fecha')
    const preparado = await pedido.prepare({ deps, tx, session, contexto, fecha: registro.fecha, id }, form)
    // Nothing is mailed, but an unknown receiver enters the catalogue.
    await countDestinatarios(deps, tx, session, contexto, preparado)

    const serie = { empresaId, ambiente: contexto.ambiente, tipo, establecimiento, punto }
    const secuencial = registro.numero.slice(8)
    const identidad: Identidad = {
      secuencial,
      clave: registro.modo === 'PORTAL' ? registro.autorizacion : SIN_NUMERO.clave,
      ambienteSri: ambienteSri(contexto.ambiente),
    }
    const xml = Buffer.from(preparado.xmlWith(identidad))
    const nuevo = {
      ...preparado.fila,
      serie,
      id,
      secuencial: Number(secuencial),
      version: 1,
      clave: identityOf(registro, pedido, contexto),
      fecha_emision: registro.fecha,
      vendedor_id: usuarioId,
      en,
      xml: deflate(xml),
      sha256: createHash('sha256').update(xml).digest(),
      correos: [],
      modo_emision: registro.modo === 'FISICA' ? MODO_EMISION.FISICA : MODO_EMISION.ELECTRONICO,
      registro: registro.autorizacion,
      autorizadoEn: startOf(registro.fecha),
      causa: `${CAUSA[registro.modo]}: autorización ${registro.autorizacion}`,
    }
    await insertRegistrado(tx, nuevo).catch(asRegistered)
    await preparado.store?.(tx, 1, identidad)
    const escrito = { id, version: 1, serie, usuarioId, en }
    await moveCartera(tx, { ...escrito, secuencial: nuevo.secuencial, fecha: registro.fecha, yaSalio: true }, preparado)
    const faltas = await moveExistencias(tx, { ...escrito, yaSalio: true }, preparado, contexto)
    const avisos = [
      ...preparado.avisos,
      ...faltas,
      ...((await serieIsUsed(tx, serie))
        ? [
            {
              campo: 'registro.numero',
              message: `En ${establecimiento}-${punto} también se emite desde aquí: use fuera del sistema un punto propio.`,
            },
          ]
        : []),
    ]
    return answerOf({ ...nuevo, estado: 'AUTORIZADO', establecimiento, punto }, avisos)
  })
}

function asRegistered(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  if (isUniqueViolation(error, 'documento_pkey')) throw errors.conflict()
  throw errors.field('ALREADY_REGISTERED', 'registro.numero', 'Este comprobante ya está registrado.')
}
