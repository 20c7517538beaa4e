import type { Empleado } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'

import { FormSection } from '../../components/form/form-parts.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { puntosQuery } from './empleado.queries.ts'
import classes from './empleado.module.css'

/** Points where this person may issue (O-100); they are changed in «Empresa». */
export function PuntosLista({ empleado }: { empleado: Empleado }) {
  const { data } = useQuery(puntosQuery())
  const own = data?.filter(({ usuarios }) => usuarios.includes(empleado.id))
  return (
    <FormSection title="Puntos de emisión">
      {own?.length === 0 && <p className={classes.quiet}>No está asignado a ninguno: puede emitir en todos.</p>}
      {own && own.length > 0 && (
        <>
          <p className={classes.quiet}>Solo puede emitir en estos:</p>
          <ul className={classes.points}>
            {own.map(({ establecimiento, codigo, descripcion }) => (
              <li key={`${establecimiento}-${codigo}`}>
                {establecimiento}-{codigo}
                {descripcion !== null && ` · ${descripcion}`}
              </li>
            ))}
          </ul>
        </>
      )}
      <div>
        <LinkButton to="/empresa_perfil?seccion=puntos" variant="default">
          Asignar puntos de emisión
        </LinkButton>
      </div>
    </FormSection>
  )
}
