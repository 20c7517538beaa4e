import { REPORTES, type Trabajo } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'

import { Button } from '../../components/button.tsx'
import { fileSizeText } from '../../components/upload/file-size.ts'
import { fechaText, momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { cancel, isUnderWay, startAgain, takeFile, trabajosQuery } from './trabajo.queries.ts'
import classes from './trabajos.module.css'

const number = (n: number): string => n.toLocaleString('en-US')

const tituloOf = ({ pedido: { reporte, formato, desde, hasta } }: Trabajo): string => {
  const que = reporte ? `${REPORTES[reporte].nombre} (${(formato ?? 'xlsx').toUpperCase()})` : 'XML y RIDE'
  return `${que}, del ${fechaText(desde)} al ${fechaText(hasta)}`
}

/** Announced once, when the state changes: running figures are only shown. */
const ESTADO: Readonly<Record<Trabajo['estado'], string>> = {
  PENDIENTE: 'En espera de su turno.',
  EN_CURSO: 'En preparación.',
  LISTO: 'Listo para descargar.',
  FALLIDO: 'No se pudo preparar.',
  CANCELADO: 'Cancelado.',
}

function detalleOf({ estado, motivo, hechos, total, tamano, vence_en: vence }: Trabajo): string {
  if (estado === 'EN_CURSO') return hechos > 0 ? `${number(hechos)} de ${number(total)}` : 'Reuniendo los datos…'
  if (estado === 'LISTO') return `${fileSizeText(tamano ?? 0)}, hasta el ${momentoText(vence ?? '')}`
  return motivo ?? ''
}

/** The only action of a job. Each state has the same button, so that it keeps the focus. */
function accionOf(trabajo: Trabajo): [label: string, work: (trabajo: Trabajo) => Promise<unknown>] {
  if (isUnderWay(trabajo)) return ['Cancelar', cancel]
  return trabajo.estado === 'LISTO' ? ['Descargar', takeFile] : ['Volver a intentar', startAgain]
}

/** Large files that the user requested, on any page and day: the server keeps them. */
export function Trabajos() {
  const { data = [] } = useQuery(trabajosQuery)
  const heading = useId()
  if (data.length === 0) return null
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h2 id={heading}>Trabajos en curso</h2>
      <ul>
        {data.map((trabajo) => (
          <Uno key={trabajo.id} trabajo={trabajo} />
        ))}
      </ul>
    </section>
  )
}

function Uno({ trabajo }: { trabajo: Trabajo }) {
  const titulo = tituloOf(trabajo)
  const [label, work] = accionOf(trabajo)
  const [isBusy, run] = useBusy(() => untilRefused(work(trabajo)))
  const { estado, hechos, total } = trabajo
  return (
    <li>
      <div className={classes.texto}>
        <strong>{titulo}</strong>
        <span role="status">{ESTADO[estado]}</span>
        <span className={classes.detalle}>{detalleOf(trabajo)}</span>
      </div>
      {isUnderWay(trabajo) && <progress aria-label={`Avance: ${titulo}`} {...(hechos > 0 && { value: hechos, max: total })} />}
      <Button variant="default" busy={isBusy} aria-label={`${label}: ${titulo}`} onClick={() => void run()}>
        {label}
      </Button>
    </li>
  )
}
