import type { Contexto } from '@yupana/contract'
import { checkNotaDebito, lugarIvaOf, whyNotTarifaIva, type Fecha } from '@yupana/fiscal'

import { REQUERIDO, reviseCampos } from '../../domain/emision/campos-valores.ts'
import { avisoFechaOf } from '../../domain/emision/fecha-emision.ts'
import { revisePagos } from '../../domain/emision/pagos-valores.ts'
import { firstOfEach, SIN_PUNTO, type Hallazgo, type Revision } from '../../domain/emision/tipo-documento.ts'
import { filasOf, motivosOf, problemOfValor, totalesOfNota, type NotaDebitoValores } from './debito-valores.ts'
import { modificadoOf, reviseModificado } from './nota-valores.ts'

const EXCEDE = 'Los valores superan el máximo que un comprobante admite.'

/** The field of the screen for a name of the calculation; payments and client have their own problems. */
function campoOf(campo: string, filas: readonly number[], { ajeno }: Pick<NotaDebitoValores, 'ajeno'>): string | undefined {
  if (campo.startsWith('pagos') || campo.startsWith('identificacion')) return undefined
  if (campo.endsWith('DocSustento')) return ajeno ? 'ajeno.fecha' : 'modificado'
  if (campo.endsWith('DocModificado')) return ajeno ? 'ajeno.numero' : 'modificado'
  if (campo === 'motivos' || campo.startsWith('impuestos')) return `motivos.${filas[0] ?? 0}.${campo === 'motivos' ? 'razon' : 'iva'}`
  return campo.replace(/\d+/, (at) => String(filas[Number(at)] ?? at))
}

function reviseMotivos(valores: NotaDebitoValores, { condiciones }: Pick<Contexto, 'condiciones'>): Hallazgo[] {
  const { motivos } = valores
  const modificado = modificadoOf(valores)
  const lugar = lugarIvaOf(condiciones, modificado?.fecha ?? '')
  return filasOf(motivos).flatMap((fila) => {
    const { valor = '', iva = 0 } = motivos[fila] ?? {}
    const unread = valor.trim() === '' ? REQUERIDO : problemOfValor(valor)
    const whyNot = modificado ? whyNotTarifaIva(iva, modificado.fecha, lugar) : undefined
    return [
      ...(unread === undefined ? [] : [{ campo: `motivos.${fila}.valor`, message: unread }]),
      ...(whyNot === undefined ? [] : [{ campo: `motivos.${fila}.iva`, message: whyNot }]),
    ]
  })
}

/** Problems of the whole note by law. */
function reviseNota(valores: NotaDebitoValores, fecha: Fecha): Hallazgo[] {
  const { comprador } = valores
  const modificado = modificadoOf(valores)
  const filas = filasOf(valores.motivos)
  const { problemas } = checkNotaDebito(
    {
      motivos: motivosOf(valores),
      pagos: [],
      tipoIdentificacionComprador: comprador?.tipo_identificacion ?? '',
      identificacionComprador: comprador?.identificacion ?? '',
      modificado: {
        codDocModificado: modificado?.cod_doc ?? '',
        numDocModificado: modificado?.numero ?? '',
        fechaEmisionDocSustento: modificado?.fecha ?? fecha,
      },
    },
    fecha,
  )
  return problemas.flatMap(({ campo: named, mensaje }) => {
    const campo = campoOf(named, filas, valores)
    return campo === undefined ? [] : [{ campo, message: mensaje }]
  })
}

/** Row of the reason that a problem concerns; other problems come first. */
const filaOf = ({ campo }: Hallazgo): number => Number(/^motivos\.(\d+)/.exec(campo)?.[1] ?? -1)

/** All problems that the server would refuse, in the order of the screen; the first of each field. */
export function revisar(valores: NotaDebitoValores, fecha: Fecha, contexto: Contexto): Revision {
  const { empresa, hoy } = contexto
  const { problema, aviso } = avisoFechaOf(valores.fecha_emision, hoy, empresa.dias_fecha_anterior)
  const totales = totalesOfNota(valores)
  const factura = reviseModificado(valores)
  const pagos = totales ? revisePagos(valores.pagos, totales.importeTotal, fecha) : { problemas: [], avisos: [] }
  const problemas = [
    ...factura.problemas,
    ...(problema === undefined ? [] : [{ campo: 'fecha_emision', message: problema }]),
    ...(valores.serie === '' ? [SIN_PUNTO] : []),
    ...[...reviseMotivos(valores, contexto), ...(totales && modificadoOf(valores) ? reviseNota(valores, fecha) : [])].sort(
      (a, b) => filaOf(a) - filaOf(b),
    ),
    ...(totales ? [] : [{ campo: 'motivos.0.valor', message: EXCEDE }]),
    ...pagos.problemas,
    ...reviseCampos(valores.info_adicional),
  ]
  return { problemas: firstOfEach(problemas), avisos: [...(aviso === undefined ? [] : [aviso]), ...factura.avisos, ...pagos.avisos] }
}
