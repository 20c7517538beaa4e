import { TIPOS_CONDICION, type EmpresaPerfil } from '@yupana/contract'
import { ESPECIAL_MAX_RETENCION } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { fechaText, today } from '../../lib/formato/format.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { CondicionDialog, EndDialog } from './condicion-dialogs.tsx'
import { historyOf, holdsOn, TIPO_LABEL, valorText, type CondicionLeida, type TipoCondicion } from './condicion-schema.ts'
import { Confirmar } from './confirmar-condiciones.tsx'
import { datosInitial } from './datos-schema.ts'
import { perfilQuery, savePerfil } from './empresa.queries.ts'
import classes from './empresa.module.css'
import { mayEdit } from './quien-puede.ts'

const EXPLAINED: Record<TipoCondicion, string> = {
  REGIMEN: 'Decide lo que se imprime en cada comprobante y qué documentos puede emitir.',
  AGENTE_RETENCION: 'Mientras lo sea se le proponen retenciones en sus compras, y el RIDE lleva su resolución.',
  CONTRIBUYENTE_ESPECIAL: 'El RIDE lleva su resolución.',
  IVA_SEMESTRAL:
    'De quien solo vende con tarifa 0% o sin IVA, o a quien le retienen todo el IVA: el 104 se declara en julio y en enero; el 103 y el ATS siguen mensuales. El RIMPE emprendedor ya declara así.',
  ICE: 'Mientras lo sea la factura ofrece la columna de ICE.',
  IRBPNR: 'Mientras lo sea la factura ofrece la columna del impuesto a las botellas plásticas.',
  TURISMO:
    'Con registro y licencia de turismo. Los días que fija un decreto, la factura ofrece la tarifa de IVA 8% en los establecimientos cuyo cantón consta en él.',
}

type Doing = { what: 'add'; tipo: TipoCondicion } | { what: 'end' | 'remove'; condicion: CondicionLeida }

export const periodText = ({ desde, hasta }: CondicionLeida): string =>
  `Desde el ${fechaText(desde)}${hasta === null ? '' : ` hasta el ${fechaText(hasta)}`}`

/** Tax conditions of the company with their dates; each change is saved at once. */
export function CondicionesSection({ perfil }: { perfil: EmpresaPerfil }) {
  const [doing, setDoing] = useState<Doing>()
  const canEdit = mayEdit('empresa:editar')
  const { refetch } = useQuery(perfilQuery())
  const save = async (condiciones: CondicionLeida[]) => {
    try {
      await savePerfil({ ...datosInitial(perfil), version: perfil.version, condiciones, confirma: false })
    } catch (error) {
      // The dialog reports it; the next try begins from the present data.
      if (error instanceof HttpError && error.status === 409) await refetch()
      throw error
    }
  }
  const close = () => setDoing(undefined)
  const others = (gone: CondicionLeida) => perfil.condiciones.filter(({ tipo, desde }) => tipo !== gone.tipo || desde !== gone.desde)
  return (
    <>
      {perfil.condiciones_confirmadas_en === null && <Confirmar key={perfil.version} perfil={perfil} canEdit={canEdit} />}
      {TIPOS_CONDICION.map((tipo) => (
        <Kind key={tipo} tipo={tipo} history={historyOf(perfil.condiciones, tipo)} onDo={canEdit ? setDoing : undefined} />
      ))}
      {doing?.what === 'add' && <CondicionDialog tipo={doing.tipo} condiciones={perfil.condiciones} onSave={save} onClose={close} />}
      {doing?.what === 'end' && (
        <EndDialog
          condicion={doing.condicion}
          onEnd={(hasta) => save([...others(doing.condicion), { ...doing.condicion, hasta }])}
          onClose={close}
        />
      )}
      {doing?.what === 'remove' && (
        <DeleteDialog
          title={`Eliminar: ${TIPO_LABEL[doing.condicion.tipo]}`}
          confirmLabel="Eliminar condición"
          onClose={close}
          onDelete={() => save(others(doing.condicion))}
        >
          <p>{periodText(doing.condicion)}. Elimínela solo si se registró por error; si dejó de regir, termínela.</p>
        </DeleteDialog>
      )}
    </>
  )
}

interface KindProps {
  tipo: TipoCondicion
  history: readonly CondicionLeida[]
  /** Absent where it is read-only. */
  onDo: ((doing: Doing) => void) | undefined
}

function Kind({ tipo, history, onDo }: KindProps) {
  const now = today()
  const present = history.find((one) => holdsOn(one, now))
  return (
    <section className={classes.card} aria-label={TIPO_LABEL[tipo]}>
      <header className={classes.cardHead}>
        <h2>{TIPO_LABEL[tipo]}</h2>
        {present ? (
          <Chip tone="success">{valorText(present) || 'Vigente'}</Chip>
        ) : (
          <Chip tone="neutral">{tipo === 'REGIMEN' ? 'Sin registrar' : 'No'}</Chip>
        )}
        {onDo && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            aria-label={`Añadir: ${TIPO_LABEL[tipo]}`}
            onClick={() => onDo({ what: 'add', tipo })}
          >
            Añadir
          </Button>
        )}
      </header>
      <p className={classes.quiet}>{EXPLAINED[tipo]}</p>
      {tipo === 'CONTRIBUYENTE_ESPECIAL' && present && present.valor.length > ESPECIAL_MAX_RETENCION && (
        <Alert
          title={`Con esta resolución no puede emitir retenciones: tiene ${present.valor.length} caracteres y la retención admite hasta ${ESPECIAL_MAX_RETENCION}.`}
          details={['Regístrela con el número corto que consta en su RUC.']}
        />
      )}
      {history.length > 0 && (
        <ul className={classes.rows}>
          {history.map((one) => (
            <li key={one.desde}>
              <span className={classes.rowText}>
                <strong>{valorText(one) || TIPO_LABEL[tipo]}</strong>
                <span>{periodText(one)}</span>
              </span>
              {onDo && (
                <span className={classes.actions}>
                  {one.hasta === null && (
                    <Button
                      variant="subtle"
                      aria-label={`Terminar: ${TIPO_LABEL[tipo]}, ${periodText(one)}`}
                      onClick={() => onDo({ what: 'end', condicion: one })}
                    >
                      Terminar
                    </Button>
                  )}
                  <Button
                    variant="subtle"
                    aria-label={`Eliminar: ${TIPO_LABEL[tipo]}, ${periodText(one)}`}
                    onClick={() => onDo({ what: 'remove', condicion: one })}
                  >
                    Eliminar
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
