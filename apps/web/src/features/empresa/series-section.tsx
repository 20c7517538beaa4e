import { NOMBRE_AMBIENTE, type Ambiente, type Serie } from '@yupana/contract'
import { nombreComprobante } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { puntosQuery, seriesQuery } from './empresa.queries.ts'
import classes from './empresa.module.css'
import { mayEdit } from './quien-puede.ts'
import { SerieDialog } from './serie-dialog.tsx'
import { numeroText } from './serie-schema.ts'

/** Next number of each kind of document at an emission point, in the present environment. */
export function SeriesSection({ ambiente }: { ambiente: Ambiente }) {
  const [params, setParams] = useSearchParams()
  const [edited, setEdited] = useState<Serie>()
  const { data: establecimientos } = useQuery(puntosQuery())
  const options = (establecimientos ?? []).flatMap(({ puntos }) =>
    puntos.map(({ establecimiento, codigo, descripcion }) => ({
      value: `${establecimiento}-${codigo}`,
      label: `${establecimiento}-${codigo}${descripcion === null ? '' : ` · ${descripcion}`}`,
    })),
  )
  const chosen = options.find(({ value }) => value === params.get('punto'))?.value ?? options[0]?.value ?? ''
  const [establecimiento = '', punto = ''] = chosen.split('-')
  const { data: series, isError, refetch } = useQuery(seriesQuery(establecimiento, punto))
  const canEdit = mayEdit('serie:editar')
  return (
    <>
      <p className={classes.quiet}>
        Números del ambiente {NOMBRE_AMBIENTE[ambiente]}. Antes del primer comprobante puede fijar con cuál empieza; después la serie solo
        avanza, y lo que se salta queda en el informe de secuenciales.
      </p>
      {options.length > 0 && (
        <div className={classes.picker}>
          <NativeSelect
            label="Punto de emisión"
            data={options}
            value={chosen}
            onChange={({ currentTarget: { value } }) => setParams({ seccion: 'series', punto: value }, { replace: true })}
          />
        </div>
      )}
      {establecimientos && options.length === 0 && <p>Registre primero un punto de emisión.</p>}
      {isError && (
        <div className={classes.card}>
          <PartFailure reason="No se pudieron cargar las series." onRetry={refetch} />
        </div>
      )}
      {!series && !isError && punto !== '' && <Skeleton label="Cargando las series" lines={['100%', '100%', '100%']} />}
      {series && (
        <section className={classes.card} aria-label={`Series de ${chosen}`}>
          <h2>Series de {chosen}</h2>
          <ul className={classes.rows}>
            {series.map((serie) => (
              <SerieRow key={serie.tipo} serie={serie} {...(canEdit ? { onEdit: () => setEdited(serie) } : {})} />
            ))}
          </ul>
        </section>
      )}
      {edited && <SerieDialog serie={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function SerieRow({ serie, onEdit }: { serie: Serie; onEdit?: () => void }) {
  const nombre = nombreComprobante(serie.tipo)
  return (
    <li>
      <span className={classes.rowText}>
        <strong>{nombre}</strong>
        <span>Siguiente: {numeroText(serie, serie.siguiente)}</span>
        {serie.pausada_motivo !== null && <span>En pausa: {serie.pausada_motivo}</span>}
      </span>
      {serie.usada ? <Chip tone="info">En uso: solo avanza</Chip> : <Chip tone="neutral">Sin usar</Chip>}
      {onEdit && (
        <Button variant="subtle" aria-label={`Cambiar el siguiente número de ${nombre}`} onClick={onEdit}>
          Cambiar
        </Button>
      )}
    </li>
  )
}
