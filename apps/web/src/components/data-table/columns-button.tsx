import { IconColumns3, IconMinus, IconPlus } from '@tabler/icons-react'

import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { PopoverButton } from '../popover/popover-button.tsx'
import type { Column } from './column.ts'
import classes from './data-table.module.css'
import { presentWidth } from './column-width.tsx'
import { anchosOf, isFixed, isShown, rememberAncho, resetLayout, toggleColumn, type TableLayout } from './table-layout.ts'

interface ColumnsButtonProps<Row> {
  columns: readonly Column<Row>[]
  layout: TableLayout
}

const STEP = 24

/** Buttons for narrower and wider columns, without a pointer. */
function WidthSteps({ column: { id, header }, layout }: { column: Pick<Column<never>, 'id' | 'header'>; layout: TableLayout }) {
  const by = (step: number) => rememberAncho(layout, id, (anchosOf(layout)[id] ?? presentWidth(id)) + step)
  return (
    <span className={classes.widths}>
      <button type="button" aria-label={`Estrechar ${header}`} onClick={() => by(-STEP)}>
        <IconMinus size={14} aria-hidden="true" />
      </button>
      <button type="button" aria-label={`Ensanchar ${header}`} onClick={() => by(STEP)}>
        <IconPlus size={14} aria-hidden="true" />
      </button>
    </span>
  )
}

/** «Columnas»: which columns show, their widths, and the row density. */
export function ColumnsButton<Row>({ columns, layout }: ColumnsButtonProps<Row>) {
  const { value, change } = layout
  const { densidad } = value
  return (
    <PopoverButton
      label="Columnas"
      look="bordered"
      width={280}
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
            <legend>Columnas y su ancho</legend>
            {columns.map((column) => (
              <div key={column.id} className={classes.column}>
                {isFixed(column) ? (
                  <span>{column.header}</span>
                ) : (
                  <Checkbox label={column.header} checked={isShown(column, layout)} onChange={() => toggleColumn(column, layout)} />
                )}
                {isShown(column, layout) && <WidthSteps column={column} layout={layout} />}
              </div>
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
          <Button variant="subtle" onClick={() => resetLayout(layout)}>
            Restablecer
          </Button>
        </div>
      )}
    </PopoverButton>
  )
}
