import { PREFERENCIA_INICIAL } from '@yupana/contract'
import { IconColumns3 } from '@tabler/icons-react'

import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { PopoverButton } from '../popover/popover-button.tsx'
import type { Column } from './column.ts'
import classes from './data-table.module.css'
import { isFixed, type TableLayout } from './table-layout.ts'

interface ColumnsButtonProps<Row> {
  columns: readonly Column<Row>[]
  layout: TableLayout
}

/** «Columnas»: which ones show, and how close the rows stand. */
export function ColumnsButton<Row>({ columns, layout: { value, change } }: ColumnsButtonProps<Row>) {
  const { ocultas, densidad } = value
  const toggle = (id: string) => change({ ocultas: ocultas.includes(id) ? ocultas.filter((hidden) => hidden !== id) : [...ocultas, id] })
  return (
    <PopoverButton
      label="Columnas"
      look="bordered"
      width={240}
      target={
        <>
          <IconColumns3 size={16} aria-hidden="true" />
          Columnas
        </>
      }
    >
      {() => (
        <div className={classes.layout}>
          <fieldset>
            <legend>Columnas</legend>
            {columns
              .filter((column) => !isFixed(column))
              .map(({ id, header }) => (
                <Checkbox key={id} label={header} checked={!ocultas.includes(id)} onChange={() => toggle(id)} />
              ))}
          </fieldset>
          <fieldset>
            <legend>Densidad</legend>
            <Checkbox
              label="Filas compactas"
              checked={densidad === 'COMPACTA'}
              onChange={() => change({ densidad: densidad === 'COMPACTA' ? 'NORMAL' : 'COMPACTA' })}
            />
          </fieldset>
          <Button variant="subtle" onClick={() => change(PREFERENCIA_INICIAL)}>
            Restablecer
          </Button>
        </div>
      )}
    </PopoverButton>
  )
}
