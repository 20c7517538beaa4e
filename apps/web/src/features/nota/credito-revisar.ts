import type { Contexto, SaldoFactura } from '@yupana/contract'
import {
  add,
  checkCreditos,
  checkNotaCredito,
  displayMonto,
  largest,
  smallest,
  subtract,
  type Fecha,
  type Monto,
  type TotalesDocumento,
} from '@yupana/fiscal'

import { reviseCampos, reviseTexto } from '../../domain/emision/campos-valores.ts'
import { avisoFechaOf } from '../../domain/emision/fecha-emision.ts'
import { cantonOf } from '../../domain/emision/series.ts'
import { firstOfEach, SIN_PUNTO, type Hallazgo, type Revision } from '../../domain/emision/tipo-documento.ts'
import { problemasOfLineas } from '../../domain/lineas-editor/linea-problemas.ts'
import { isEmptyLinea } from '../../domain/lineas-editor/linea-valores.ts'
import { reglasOf } from '../../domain/lineas-editor/reglas-linea.ts'
import { listCreditos, problemOfCredito, saldoOfFactura, totalesOfCredito, type NotaCreditoValores } from './credito-valores.ts'
import { modificadoOf, reviseModificado } from './nota-valores.ts'

const EXCEDE = 'Los valores superan el máximo que un comprobante admite.'

/** Checks typed values against the remainder, line by line. */
function reviseCreditos(valores: NotaCreditoValores): Hallazgo[] {
  if (!valores.saldo) return []
  if (valores.saldo.impedimento !== null) return [{ campo: 'modificado', message: valores.saldo.impedimento }]
  const unread = valores.creditos.flatMap((credito, linea) => {
    const message = credito.valor.trim() === '' ? undefined : problemOfCredito(credito)
    return message === undefined ? [] : [{ campo: `creditos.${linea}.valor`, message }]
  })
  const creditos = listCreditos(valores)
  const exceeded = checkCreditos(saldoOfFactura(valores.saldo), creditos).map(({ campo, mensaje }) => ({
    campo: `creditos.${creditos[Number(campo.split('.')[1])]?.linea ?? 0}.valor`,
    message: mensaje,
  }))
  const none = creditos.length === 0 && unread.length === 0
  return [...unread, ...exceeded, ...(none ? [{ campo: 'creditos.0.valor', message: 'Indique qué se acredita de la factura.' }] : [])]
}

function reviseLineas(valores: NotaCreditoValores, fecha: Fecha, contexto: Contexto): Hallazgo[] {
  const dia = modificadoOf(valores)?.fecha ?? fecha
  const reglas = reglasOf(valores.modo, dia, contexto.condiciones, 0, cantonOf(contexto, valores.serie))
  return [
    ...problemasOfLineas(valores.lineas, reglas, contexto.materiales),
    ...(valores.lineas.every(isEmptyLinea) ? [{ campo: 'lineas.0.codigo', message: 'Agregue al menos una línea.' }] : []),
  ]
}

/** Problems of the whole note by law; factura and client have their own. */
function reviseLey(valores: NotaCreditoValores, totales: TotalesDocumento, fecha: Fecha): Hallazgo[] {
  const { comprador, ajeno, saldo } = valores
  const modificado = modificadoOf(valores)
  const creditos = ajeno ? [] : listCreditos(valores)
  const { problemas } = checkNotaCredito(
    {
      tipo: valores.clase,
      motivo: valores.motivo.trim(),
      creditos,
      totales: { totalConImpuestos: totales.totalConImpuestos, valorModificacion: totales.importeTotal },
      saldo: ajeno ? undefined : saldo?.total,
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
  const nombres: Readonly<Record<string, string>> = {
    tipo: 'clase',
    motivo: 'motivo',
    valorModificacion: ajeno ? 'lineas.0.precio' : 'clase',
    fechaEmisionDocSustento: ajeno ? 'ajeno.fecha' : 'modificado',
    numDocModificado: ajeno ? 'ajeno.numero' : 'modificado',
    codDocModificado: ajeno ? 'ajeno.numero' : 'modificado',
    identificacionComprador: ajeno ? 'comprador' : 'modificado',
  }
  return problemas.map(({ campo, mensaje }) => ({ campo: nombres[campo] ?? (ajeno ? 'lineas.0.iva' : 'modificado'), message: mensaje }))
}

/** Warnings about returned money that the client has already paid, at once or later. */
function avisosDePagado({ ajeno, saldo }: NotaCreditoValores, total: Monto): string[] {
  // An older draft has none.
  const cartera = ajeno ? undefined : (saldo?.cartera as SaldoFactura['cartera'] | undefined)
  if (!cartera) return []
  const debido = largest(0, smallest(total, cartera.acreditable))
  const contado = subtract(total, largest(0, smallest(total, add(cartera.acreditable, cartera.retenido))))
  const favor = subtract(debido, largest(0, smallest(debido, cartera.por_cobrar)))
  return [
    ...(contado > 0
      ? [
          `El cliente pagó ${displayMonto(contado)} al contado: con esta nota hay que devolvérselos. Si salen de su caja, anótelos en ella como egreso.`,
        ]
      : []),
    ...(favor > 0
      ? [
          `El cliente ya pagó ${displayMonto(favor)} de lo que se acredita: quedan a su favor. Para devolverlos, abra su estado de cuenta y use «Registrar cobro».`,
        ]
      : []),
  ]
}

/** All problems that the server would refuse, in the order of the screen; the first of each field. */
export function revisar(valores: NotaCreditoValores, fecha: Fecha, contexto: Contexto): Revision {
  const { empresa, hoy } = contexto
  const { problema, aviso } = avisoFechaOf(valores.fecha_emision, hoy, empresa.dias_fecha_anterior)
  const factura = reviseModificado(valores)
  const totales = totalesOfCredito(valores)
  const valor = valores.ajeno ? reviseLineas(valores, fecha, contexto) : factura.problemas.length > 0 ? [] : reviseCreditos(valores)
  const isSound = totales && factura.problemas.length === 0 && valor.length === 0
  return {
    problemas: firstOfEach([
      ...factura.problemas,
      ...(problema === undefined ? [] : [{ campo: 'fecha_emision', message: problema }]),
      ...(valores.serie === '' ? [SIN_PUNTO] : []),
      ...reviseTexto('motivo', valores.motivo),
      ...valor,
      ...(totales ? [] : [{ campo: valores.ajeno ? 'lineas.0.precio' : 'creditos.0.valor', message: EXCEDE }]),
      ...(isSound ? reviseLey(valores, totales, fecha) : []),
      ...reviseCampos(valores.info_adicional),
    ]),
    avisos: [...(aviso === undefined ? [] : [aviso]), ...factura.avisos, ...(isSound ? avisosDePagado(valores, totales.importeTotal) : [])],
  }
}
