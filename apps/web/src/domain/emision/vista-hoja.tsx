import type { Contexto } from '@yupana/contract'
import { displayMonto, LEYENDA_RIMPE, NOMBRE_COMPROBANTE, nombreFormaPago, type CodDoc, type Monto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { BlobImage } from '../../components/blob-image.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import type { CampoValores } from './campos-valores.ts'
import { correosOf } from './comprador-valores.ts'
import { logoQuery } from './contexto.queries.ts'
import { totalesOfPagos, type PagoValores } from './pagos-valores.ts'
import type { ValoresEmision } from './tipo-documento.ts'
import classes from './vista-previa.module.css'

const AMBIENTE = { SIMULADOR: 'PRUEBAS', PRUEBAS: 'PRUEBAS', PRODUCCION: 'PRODUCCIÓN' } as const

interface VistaHojaProps {
  contexto: Contexto
  tipo: CodDoc
  numero: string
  fecha: string
  children: ReactNode
}

/** A document as it will be printed, from what is typed; it follows the RIDE. */
export const VistaHoja = ({ contexto, tipo, numero, fecha, children }: VistaHojaProps) => (
  <div className={classes.hoja} aria-label="Vista previa" role="region">
    <div className={classes.pagina}>
      <p className={classes.marca}>BORRADOR — SIN VALIDEZ TRIBUTARIA</p>
      <Cabecera contexto={contexto} tipo={tipo} numero={numero} fecha={fecha} />
      {children}
    </div>
  </div>
)

function Cabecera({ contexto: { empresa, ambiente, condiciones }, tipo, numero, fecha }: Omit<VistaHojaProps, 'children'>) {
  const regimen = condiciones.find(
    ({ tipo, desde, hasta }) => tipo === 'REGIMEN' && desde <= fecha && (hasta === null || hasta >= fecha),
  )?.valor
  const leyenda =
    regimen === 'RIMPE' ? LEYENDA_RIMPE.EMPRENDEDOR : regimen === 'NEGOCIO_POPULAR' ? LEYENDA_RIMPE.NEGOCIO_POPULAR : undefined
  return (
    <div className={classes.cabecera}>
      <div className={classes.caja}>
        {empresa.tiene_logo && <Logo />}
        <p className={classes.emisor}>{empresa.nombre_comercial ?? empresa.razon_social}</p>
        <p>{empresa.razon_social}</p>
        <p>Matriz: {empresa.dir_matriz}</p>
        <p>Obligado a llevar contabilidad: {empresa.obligado_contabilidad ? 'SÍ' : 'NO'}</p>
        {leyenda && <p>{leyenda}</p>}
      </div>
      <div className={classes.caja}>
        <p>RUC {empresa.ruc}</p>
        <p className={classes.titulo}>{NOMBRE_COMPROBANTE[tipo].toUpperCase()}</p>
        <p>No. {numero}</p>
        <p>
          <span className={classes.rotulo}>Número de autorización</span>
          <br />
          se asigna al emitir
        </p>
        <p>Ambiente: {AMBIENTE[ambiente]}</p>
        <p>Emisión: NORMAL</p>
        <p className={classes.rotulo}>Clave de acceso</p>
        <p className={classes.clave}>se asigna al emitir</p>
      </div>
    </div>
  )
}

function Logo() {
  const { data } = useQuery(logoQuery())
  return data ? <BlobImage blob={data} alt="" className={classes.logo} /> : null
}

/** Who it is made out to; below, lines of the type's own. */
export const VistaComprador = ({ valores: { comprador, fecha_emision }, children }: { valores: ValoresEmision; children?: ReactNode }) => (
  <div className={classes.caja}>
    <p>Razón social: {comprador?.razon_social ?? ''}</p>
    <p>Identificación: {comprador?.identificacion ?? ''}</p>
    <p>Fecha de emisión: {fecha_emision === '' ? '' : fechaText(fecha_emision)}</p>
    {comprador?.direccion && <p>Dirección: {comprador.direccion}</p>}
    {children}
  </div>
)

export const VistaAdicional = ({
  valores: { correos, comprador },
  campos,
}: {
  valores: ValoresEmision
  campos: readonly CampoValores[]
}) => (
  <div className={classes.caja}>
    <p className={classes.rotulo}>Información adicional</p>
    {correosOf(correos).length > 0 && <p>Email: {correosOf(correos).join(', ')}</p>}
    {comprador?.telefono && <p>Teléfono: {comprador.telefono}</p>}
    {campos.map(({ nombre, valor }, at) => nombre !== '' && <p key={at}>{`${nombre}: ${valor}`}</p>)}
  </div>
)

export function VistaPagos({ pagos, total }: { pagos: readonly PagoValores[]; total: Monto }) {
  const totales = totalesOfPagos(pagos, total)
  return (
    <div className={classes.caja}>
      <p className={classes.rotulo}>Forma de pago</p>
      {pagos.map(({ forma_pago, plazo, unidad_tiempo }, at) => (
        <p key={at}>
          {nombreFormaPago(forma_pago)}: {displayMonto(totales[at] ?? 0)}
          {plazo !== '' && ` · ${plazo} ${unidad_tiempo}`}
        </p>
      ))}
    </div>
  )
}

/** Amounts ×10⁶, the total last. */
export const VistaTotales = ({ filas }: { filas: readonly { label: string; monto: Monto }[] }) => (
  <table className={classes.totales}>
    <tbody>
      {filas.map(({ label, monto }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{displayMonto(monto)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
