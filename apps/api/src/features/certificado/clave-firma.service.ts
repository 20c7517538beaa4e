import { createHash, randomBytes } from 'node:crypto'
import { CLAVE_FIRMA_MINUTOS, type ClaveFirma } from '@yupana/contract'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { postCarta, type Carta } from '../carta/carta.door.ts'
import { checkCredenciales, type CredencialDeps } from '../sesion/sesion.door.ts'
import * as sql from './clave-firma.sql.ts'
import { contextoClaveFirma } from '../../secretos/contextos.ts'

const MINUTE_MS = 60_000
const CODE_BYTES = 32

const hashOf = (text: string) => createHash('sha256').update(text).digest()

const cartaDeEnlace = ({ name, mail, nombreComercial, razonSocial }: SesionAbierta, filename: string, enlace: string): Carta => ({
  para: mail,
  asunto: 'Contraseña de su firma electrónica',
  texto: `Estimado/a ${name}:

Para ver la contraseña de la firma electrónica «${filename}» de ${nombreComercial ?? razonSocial} abra este enlace con su sesión iniciada en esa empresa:
${enlace}

Le pediremos la contraseña de su cuenta. El enlace sirve una sola vez y durante ${CLAVE_FIRMA_MINUTOS} minutos. Si no lo pidió, cambie la contraseña de
su cuenta y avise al administrador de su empresa.
`,
})

/**
 * Mails the requester a link to the password of the signature in use; the password itself never travels by mail (O-15). @throws 422 without
 * a signature
 */
export async function sendEnlace(deps: Deps, session: SesionAbierta): Promise<void> {
  const { clock, config, db } = deps
  const { empresaId, usuarioId } = session
  if (session.mail === '') throw errors.noMail()
  const certificado = await inEmpresa(db, empresaId, (tx) => sql.findActivo(tx, empresaId))
  if (!certificado) throw errors.certificateMissing()
  const codigo = randomBytes(CODE_BYTES).toString('base64url')
  const en = clock.now()
  await inEmpresa(db, empresaId, async (tx) => {
    await sql.insertEnlace(tx, empresaId, {
      hash: hashOf(codigo),
      certificadoId: certificado.id,
      usuarioId,
      en,
      hasta: new Date(en.getTime() + CLAVE_FIRMA_MINUTOS * MINUTE_MS),
    })
    await postCarta(
      deps,
      tx,
      cartaDeEnlace(session, certificado.filename, `${config.urlPublica}/#/empresa_perfil?seccion=firma&clave=${codigo}`),
    )
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'certificado.pedir_clave', objeto: certificado.id })
  })
}

/** Shows the password once, to the requester after his own account's password. A wrong one leaves the link unused. @throws 422, 429 */
export async function showClaveFirma(
  deps: Deps & CredencialDeps,
  session: SesionAbierta,
  { codigo, pass }: { codigo: string; pass: string },
  red: string,
): Promise<ClaveFirma> {
  const { clock, db, sobre } = deps
  const { empresaId, usuarioId, username } = session
  const usuario = await checkCredenciales(deps, { quien: username, encodedPassword: pass, red })
  if (usuario?.id !== usuarioId) throw errors.wrongPassword()
  const en = clock.now()
  return inEmpresa(db, empresaId, async (tx) => {
    const sellada = await sql.takeClaveFirma(tx, hashOf(codigo), usuarioId, en)
    if (!sellada) throw errors.signatureLinkInvalid()
    const { certificado_id: id, filename, titular, huella, clave } = sellada
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'certificado.ver_clave', objeto: id })
    return { filename, titular, clave: sobre.abrirCorto(clave, contextoClaveFirma(empresaId, id, huella)).toString() }
  })
}
