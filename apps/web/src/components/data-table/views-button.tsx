import { MAX_NOMBRE_VISTA, MAX_VISTAS } from '@yupana/contract'
import { TextInput } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'

import { today } from '../../lib/formato/format.ts'
import { Button, IconButton } from '../button.tsx'
import { PopoverButton } from '../popover/popover-button.tsx'
import classes from './data-table.module.css'
import type { TableLayout } from './table-layout.ts'
import type { ListingControl } from './use-listing.ts'
import { consultaOn, consultaToKeep } from './views.ts'

/** «Vistas»: saved views of a list, for this user alone. */
export function ViewsButton({ listing, layout }: { listing: ListingControl; layout: TableLayout }) {
  const { vistas = [] } = layout.value
  const body = useRef<HTMLDivElement>(null)
  const remove = (nombre: string) => {
    layout.change({ vistas: vistas.filter((other) => other.nombre !== nombre) })
    // The button disappears with its view.
    setTimeout(() => body.current?.querySelector('input')?.focus())
  }
  return (
    <PopoverButton
      label="Vistas"
      look="bordered"
      width={320}
      target={
        <>
          <IconBookmark size={16} aria-hidden="true" />
          Vistas
        </>
      }
    >
      {(close) => (
        <div className={classes.layout} ref={body}>
          {vistas.length === 0 ? (
            <p className={classes.hint}>Guarde la búsqueda, los filtros y el orden de ahora para volver a ellos.</p>
          ) : (
            <ul className={classes.views} aria-label="Vistas guardadas">
              {vistas.map((vista) => (
                <li key={vista.nombre}>
                  <Link to={`?${consultaOn(vista, today())}`} onClick={close}>
                    {vista.nombre}
                  </Link>
                  <IconButton label={`Eliminar la vista ${vista.nombre}`} onClick={() => remove(vista.nombre)}>
                    <IconTrash size={16} />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
          {vistas.length < MAX_VISTAS && <NewView listing={listing} layout={layout} />}
        </div>
      )}
    </PopoverButton>
  )
}

function NewView({ listing, layout }: { listing: ListingControl; layout: TableLayout }) {
  const { vistas = [] } = layout.value
  const [nombre, setNombre] = useState('')
  const [problem, setProblem] = useState<string>()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const named = nombre.trim()
    if (named === '') return setProblem('Escriba un nombre.')
    const isTaken = vistas.some((vista) => vista.nombre.toLowerCase() === named.toLowerCase())
    if (named.length > MAX_NOMBRE_VISTA) return setProblem(`${MAX_NOMBRE_VISTA} caracteres máximos.`)
    if (isTaken) return setProblem('Ya hay una vista con ese nombre.')
    layout.change({ vistas: [...vistas, { nombre: named, consulta: consultaToKeep(listing.consulta, today()) }] })
    setNombre('')
    return setProblem(undefined)
  }
  return (
    <form className={classes.newView} onSubmit={save}>
      <TextInput
        label="Nombre de la vista"
        placeholder="Ejemplo: Los de este mes"
        value={nombre}
        autoComplete="off"
        error={problem}
        onChange={(event) => {
          setNombre(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" variant="default">
        Guardar vista
      </Button>
    </form>
  )
}
