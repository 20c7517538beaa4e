import { CLASES_CORREO, type AjusteCorreoForm, type AjusteCorreoGuardado, type ClaseCorreo, type VistaCorreo } from '@yupana/contract'
import { fechaIn, fromUnits } from '@yupana/fiscal'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { changesOf, recordAuditoria } from '../auditoria/auditoria.door.ts'
import { asuntoComprobante, numeroOfClave } from '../comprobante/identidad/identidad.door.ts'
import { readProducto } from '../sistema/sistema.door.ts'
import * as sql from './ajuste-correo.sql.ts'
import { writeCarta, type CartaDatos } from './carta.ts'
import { postCarta, readAjuste, readEmisor, remitenteOf } from '../carta/carta.door.ts'
import { cuentaOf } from './cuenta.ts'

const VACIO = { asunto: null, texto: null }
const nombreDe = ({ nombreComercial, razonSocial }: SesionAbierta) => nombreComercial ?? razonSocial

export async function read({ config }: Deps, tx: Tx, session: SesionAbierta): Promise<AjusteCorreoGuardado> {
  const [ajuste, { correo }] = [await readAjuste(tx, session.empresaId), await readEmisor(tx, session.empresaId)]
  const textos = Object.fromEntries(
    CLASES_CORREO.map(({ id }) => [id, { ...VACIO, ...ajuste?.textos[id] }]),
  ) as AjusteCorreoGuardado['textos']
  return {
    version: ajuste?.version ?? 0,
    remitente: ajuste?.remitente ?? null,
    responder_a: ajuste?.responder_a ?? [],
    copia: ajuste?.copia ?? [],
    pie: ajuste?.pie ?? null,
    recibo_al_cobrar: ajuste?.recibo_al_cobrar ?? false,
    textos,
    normal: { remitente: nombreDe(session), responder_a: correo, direccion: config.correoRemitente },
  }
}

/** The texts on one level with the rest, so that the audit names the changed ones. */
const flat = ({ remitente, responder_a, copia, pie, recibo_al_cobrar: recibo, textos }: AjusteCorreoGuardado) => ({
  remitente,
  responder_a,
  copia,
  pie,
  'Recibo al cobrar': recibo ? 'sí' : 'no',
  ...Object.fromEntries(
    CLASES_CORREO.flatMap(({ id, name }) => [
      [`Asunto de ${name.toLowerCase()}`, textos[id].asunto],
      [`Texto de ${name.toLowerCase()}`, textos[id].texto],
    ]),
  ),
})

/** @throws 409 when another user saved in between */
export async function save(deps: Deps, tx: Tx, session: SesionAbierta, form: AjusteCorreoForm): Promise<AjusteCorreoGuardado> {
  const { empresaId, usuarioId } = session
  const en = deps.clock.now()
  const before = await read(deps, tx, session)
  if (before.version !== form.version || !(await sql.insertAjuste(tx, { empresaId, usuarioId, en }, form))) throw errors.conflict()
  const after = await read(deps, tx, session)
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'correo.editar', detalle: changesOf(flat(before), flat(after)) })
  return after
}

/** Example document for the mail of a company that has issued none. */
function ejemplo(tipo: string, ruc: string, hoy: string): Pick<CartaDatos, 'clave' | 'fecha_emision' | 'receptor' | 'total'> {
  const clave = `${hoy.split('-').reverse().join('')}${tipo}${ruc}1001001000000123123456781`
  return { clave: `${clave}0`, fecha_emision: hoy, receptor: 'MARÍA ELENA ÑACATO', total: fromUnits(112) }
}

async function compose(deps: Deps, session: SesionAbierta, clase: ClaseCorreo, form: AjusteCorreoForm) {
  const { tipo } = CLASES_CORREO.find(({ id }) => id === clase) ?? CLASES_CORREO[0]
  const { ultimo, correo } = await inEmpresa(deps.db, session.empresaId, async (tx) => ({
    ultimo: await sql.lastAutorizado(tx, session.empresaId, session.ambiente, tipo),
    correo: (await readEmisor(tx, session.empresaId)).correo,
  }))
  const documento = ultimo ? { ...ultimo, receptor: ultimo.receptor_nombre } : ejemplo(tipo, session.ruc, fechaIn(deps.clock.now()))
  const empresa = nombreDe(session)
  const asunto = `${asuntoComprobante(session.ambiente, documento.clave)} de ${empresa}`
  const textos = Object.fromEntries(
    Object.entries(form.textos).map(([id, texto]) => [id, { asunto: texto.asunto ?? null, texto: texto.texto ?? null }]),
  )
  const producto = await readProducto(deps.db)
  const carta = writeCarta(
    {
      ...documento,
      asunto,
      empresa,
      ruc: session.ruc,
      tipo,
      ambiente: session.ambiente,
      motivo: 'AUTORIZACION',
      enlace: `${deps.config.urlPublica}/d/ejemplo`,
      producto,
    },
    { ...form, remitente: form.remitente ?? null, pie: form.pie ?? null, textos },
  )
  return {
    carta,
    remitente: remitenteOf(form.remitente ?? empresa, producto),
    responderA: form.responder_a.length > 0 ? form.responder_a : correo ? [correo] : [],
    numero: numeroOfClave(documento.clave),
    esEjemplo: !ultimo,
  }
}

/** The resulting mail, with the company's last document of that kind or an example. Saves and sends nothing. */
export async function preview(deps: Deps, session: SesionAbierta, clase: ClaseCorreo, form: AjusteCorreoForm): Promise<VistaCorreo> {
  const {
    carta: { asunto, texto, html },
    remitente,
    responderA,
    numero,
    esEjemplo,
  } = await compose(deps, session, clase, form)
  return {
    de: `${remitente} <${deps.config.correoRemitente}>`,
    responder_a: responderA,
    copia: form.copia,
    asunto,
    texto,
    html,
    numero,
    es_ejemplo: esEjemplo,
  }
}

const NOTA = 'Este es un correo de prueba que usted pidió: no lleva adjuntos y nadie más lo recibe.'

/** The same, sent only to the user who asks. */
export async function sendPrueba(deps: Deps, session: SesionAbierta, clase: ClaseCorreo, form: AjusteCorreoForm) {
  const { carta, remitente, responderA } = await compose(deps, session, clase, form)
  await postCarta(deps, deps.db, {
    para: session.mail,
    asunto: `[PRUEBA] ${carta.asunto}`,
    texto: `${NOTA}\n\n${carta.texto}`,
    comoEmpresa: {
      de: remitente,
      responder_a: responderA,
      html: carta.html.replace(
        /(<body[^>]*>)/,
        `$1\n<p style="max-width:600px;margin:0 auto 12px;font-size:13px;color:#445164">${NOTA}</p>`,
      ),
    },
  })
  return { para: session.mail, cuenta: cuentaOf(deps.config) }
}
