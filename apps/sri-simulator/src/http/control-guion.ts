// Control of the scripted facts about issuers, receivers, certificates and refunds.
import { CODIGOS_EMISOR, CODIGOS_ESTABLECIMIENTO, CODIGOS_RECEPTOR, CODIGOS_TIPO } from '../guion.ts'
import { cents, micro, moneyText } from '../reglas/decimal.ts'
import { CLAVE, flag, objectOf, Rechazo, text, type Atencion, type Cuerpo } from './llamada.ts'

function setCodigo(codes: Map<string, string>, key: string, body: Cuerpo, allowed: ReadonlySet<string>): unknown {
  if (body['codigo'] === null) codes.delete(key)
  else {
    const codigo = text(body, 'codigo', /^\d{1,2}$/)
    if (!allowed.has(codigo)) throw new Rechazo(400, 'campo inválido: codigo')
    codes.set(key, codigo)
  }
  return Object.fromEntries(codes)
}

const setEmisor: Atencion = ({ simulador, cuerpo }) => {
  const body = objectOf(cuerpo)
  const ruc = text(body, 'ruc', /^\d{13}$/)
  const { emisores } = simulador.tribunal.guion
  if (body['estab'] !== undefined) return setCodigo(emisores, `${ruc}/${text(body, 'estab', /^\d{3}$/)}`, body, CODIGOS_ESTABLECIMIENTO)
  if (body['codDoc'] !== undefined) return setCodigo(emisores, `${ruc}:${text(body, 'codDoc', /^\d{2}$/)}`, body, CODIGOS_TIPO)
  return setCodigo(emisores, ruc, body, CODIGOS_EMISOR)
}

const setReceptor: Atencion = ({ simulador, cuerpo }) => {
  const body = objectOf(cuerpo)
  return setCodigo(simulador.tribunal.guion.receptores, text(body, 'identificacion', /^.{1,20}$/), body, CODIGOS_RECEPTOR)
}

const setMember = (members: Set<string>, member: string, isIn: boolean): string[] => {
  if (isIn) members.add(member)
  else members.delete(member)
  return [...members]
}

const setCertificado: Atencion = ({ simulador, cuerpo }) => {
  const body = objectOf(cuerpo)
  return setMember(simulador.tribunal.guion.revocados, text(body, 'serial', /^[1-9]\d{0,59}$/), flag(body, 'revocado'))
}

const setNegociable: Atencion = ({ simulador, cuerpo }) => {
  const body = objectOf(cuerpo)
  return setMember(simulador.tribunal.guion.negociables, text(body, 'clave', CLAVE), flag(body, 'aceptada'))
}

const setDevolucion: Atencion = ({ simulador, cuerpo }) => {
  const body = objectOf(cuerpo)
  const identificacion = text(body, 'identificacion', /^.{1,20}$/)
  const { devoluciones } = simulador.tribunal.guion
  if (body['valor'] === null) devoluciones.delete(identificacion)
  else devoluciones.set(identificacion, cents(micro(text(body, 'valor', /^\d{1,12}(\.\d{1,2})?$/))))
  return Object.fromEntries([...devoluciones].map(([key, value]) => [key, moneyText(value)]))
}

export const RUTAS_GUION: readonly (readonly [string, RegExp, Atencion])[] = [
  ['POST', /^emisor$/, setEmisor],
  ['POST', /^receptor$/, setReceptor],
  ['POST', /^certificado$/, setCertificado],
  ['POST', /^negociable$/, setNegociable],
  ['POST', /^devolucion$/, setDevolucion],
]
