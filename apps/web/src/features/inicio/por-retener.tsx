import type { Inicio, ObligacionFila } from '@yupana/contract'
import { displayNumero, fromUnits } from '@yupana/fiscal'
import { Link } from 'react-router'

import { ObligacionLista } from '../../domain/obligacion/obligacion-lista.tsx'
import { mayWithhold } from '../../domain/retencion/al-guardar.ts'
import { fechaText } from '../../lib/formato/format.ts'
import classes from './inicio.module.css'

type PorRetenerDeInicio = NonNullable<Inicio['por_retener']>
type Fila = PorRetenerDeInicio['primeras'][number]

const countText = (count: number) => displayNumero(fromUnits(count))

/** Purchases that this user may withhold from; undefined if there are none. */
export function porRetenerOf({ por_retener: todo }: Pick<Inicio, 'por_retener'>): PorRetenerDeInicio | undefined {
  if (!todo || todo.compras + todo.recibidos === 0 || !mayWithhold()) return undefined
  return todo
}

const enlaceOf = ({ id, origen }: Fila) =>
  origen === 'COMPRA' ? `/retencion/compra/registro?de=compra.${id}` : `/documento/compra/registro?recibido=${id}`

const asObligacion = (fila: Fila): ObligacionFila => ({
  id: fila.id,
  tipo: 'RETENCION',
  vence: fila.habiles,
  texto: `${fila.origen === 'COMPRA' ? 'Retener' : 'Registrar y retener'} ${fila.numero} de ${fila.proveedor}`,
  detalle:
    fila.calendario === fila.habiles
      ? 'Último día para emitir la retención'
      : `En días hábiles; el ${fechaText(fila.calendario)} si se cuentan días calendario`,
  enlace: enlaceOf(fila),
  confidence: 'V',
})

/** Purchases whose withholding is still to be issued, late ones first. */
export function PorRetener({ todo: { desde, compras, recibidos, vencidas, primeras } }: { todo: PorRetenerDeInicio }) {
  return (
    <section aria-labelledby="inicio-por-retener" className={classes.retener}>
      <header>
        <h3 id="inicio-por-retener">Retenciones por emitir</h3>
        <span className={classes.enlaces}>
          {vencidas > 0 && <span>{vencidas === 1 ? 'Una vencida' : `${countText(vencidas)} vencidas`}</span>}
          {compras > 0 && (
            <Link to={`/comprobante/compras?por_retener=${desde}&sort=fecha_emision,ASC`}>
              {compras === 1 ? 'Ver la compra' : `Ver las ${countText(compras)} compras`}
            </Link>
          )}
          {recibidos > 0 && (
            <Link to={`/comprobante/recibido?por_retener=${desde}&sort=fecha_emision,ASC`}>
              {recibidos === 1 ? 'Ver el recibido' : `Ver los ${countText(recibidos)} recibidos`}
            </Link>
          )}
        </span>
      </header>
      <ObligacionLista obligaciones={primeras.map(asObligacion)} />
    </section>
  )
}
