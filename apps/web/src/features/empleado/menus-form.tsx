import type { Empleado, MenuEmpleado, MenusEmpleado } from '@yupana/contract'
import { nombreRol } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { FormFooter } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { useValueField } from '../../components/form/use-field.ts'
import { NativeSelect } from '../../components/native-select.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { empleadosQuery, menusQuery, readMenus, saveMenus } from './empleado.queries.ts'
import { fullName } from './empleado-words.ts'
import classes from './empleado.module.css'
import { MenuArbol } from './menu-arbol.tsx'
import { changesBetween, hojasOf, nodosOf, pressed } from './menu-nodos.ts'
import { VistaMenu } from './vista-menu.tsx'

const Schema = z.object({ menus: z.array(z.string()) })

/** The assigned menus, in the order of the menu. */
const chosenOf = (menus: readonly MenuEmpleado[]) => menus.filter(({ asignado, fijo }) => asignado && !fijo).map(({ to }) => to)

export function MenusSection({ empleado, onLeave }: { empleado: Empleado; onLeave: () => void }) {
  const { data, isError, refetch } = useQuery(menusQuery(empleado.id))
  if (isError) return <PartFailure reason="No se pudieron cargar los menús." onRetry={refetch} />
  if (!data) return <Skeleton label="Cargando los menús" lines={['60%', '100%', '100%', '80%']} />
  return data.asignable ? <MenusForm empleado={empleado} data={data} onLeave={onLeave} /> : <Fijos empleado={empleado} data={data} />
}

const Fijos = ({ empleado, data }: { empleado: Empleado; data: MenusEmpleado }) => (
  <div className={classes.columns}>
    <p className={classes.quiet}>
      El rol {nombreRol(empleado.rol)} tiene siempre los mismos menús. Para elegirlos uno por uno, cambie su rol a Vendedor o Empleado en
      «Rol y permisos».
    </p>
    <VistaMenu menus={data.menus} />
  </div>
)

function MenusForm({ empleado, data, onLeave }: { empleado: Empleado; data: MenusEmpleado; onLeave: () => void }) {
  const initial = chosenOf(data.menus)
  return (
    <Form
      label="Menús"
      schema={Schema}
      initial={{ menus: initial }}
      onSubmit={({ menus }) => saveMenus(empleado.id, menus)}
      onDone={onLeave}
      disabled={!empleado.editable}
      footer={<FormFooter onCancel={onLeave} canSave={empleado.editable} hasRequired={false} />}
    >
      <Editor empleado={empleado} menus={data.menus} initial={initial} />
    </Form>
  )
}

function Editor({ empleado, menus, initial }: { empleado: Empleado; menus: readonly MenuEmpleado[]; initial: readonly string[] }) {
  const { value: chosen, onChange } = useValueField<string[]>({ name: 'menus' })
  const [q, setQ] = useState('')
  const nodos = nodosOf(menus, q)
  const isOn = (to: string, fijo: boolean) => fijo || chosen.includes(to)
  // Always in the order of the menu, so that equal choices are equal values.
  const choose = (next: readonly string[]) => onChange(menus.filter(({ to, fijo }) => !fijo && next.includes(to)).map(({ to }) => to))
  const shown = nodos.flatMap(hojasOf).map(({ to }) => to)
  return (
    <div className={classes.columns}>
      <div className={classes.tools}>
        <TextInput label="Filtrar menús" type="search" value={q} onChange={({ currentTarget: { value } }) => setQ(value)} />
        {empleado.editable && <CopyFrom empleado={empleado} onCopy={choose} />}
        {empleado.editable && (
          <div className={classes.both}>
            <Button variant="default" onClick={() => choose([...chosen, ...shown])}>
              Marcar todo
            </Button>
            <Button variant="default" onClick={() => choose(chosen.filter((to) => !shown.includes(to)))}>
              Quitar todo
            </Button>
          </div>
        )}
        <Changes count={changesBetween(initial, chosen)} />
        <MenuArbol
          nodos={nodos}
          isOn={({ to, fijo }) => isOn(to, fijo)}
          onPress={(nodo) => choose(pressed(chosen, nodo))}
          disabled={!empleado.editable}
          isSearching={q.trim() !== ''}
        />
        {nodos.length === 0 && <p className={classes.quiet}>No se encontraron registros</p>}
      </div>
      <VistaMenu menus={menus.filter(({ to, fijo }) => isOn(to, fijo))} />
    </div>
  )
}

const Changes = ({ count }: { count: number }) => (
  <p role="status" className={classes.changes}>
    {count === 0 ? 'Sin cambios' : count === 1 ? '1 cambio sin guardar' : `${count} cambios sin guardar`}
  </p>
)

/** Copies the menus of another person. */
function CopyFrom({ empleado, onCopy }: { empleado: Empleado; onCopy: (menus: readonly string[]) => void }) {
  const { data = [] } = useQuery(empleadosQuery())
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const others = data.filter(({ id }) => id !== empleado.id)
  const copy = async (id: string) => {
    const other = others.find((row) => row.id === id)
    if (!other) return
    setBusy(true)
    try {
      const { menus } = await readMenus(id)
      onCopy(menus.filter(({ asignado }) => asignado).map(({ to }) => to))
      setSaid(`Son los menús de ${fullName(other)}. Guarde para asignarlos.`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <NativeSelect
        label="Copiar de"
        value=""
        disabled={isBusy || others.length === 0}
        onChange={({ currentTarget: { value } }) => void untilRefused(copy(value))}
        data={[
          { value: '', label: others.length === 0 ? 'No hay opciones a elegir' : 'Elija un empleado' },
          ...others.map((row) => ({ value: row.id, label: `${fullName(row)} · ${nombreRol(row.rol)}` })),
        ]}
      />
      <p role="status" className={classes.hint}>
        {said}
      </p>
    </div>
  )
}
