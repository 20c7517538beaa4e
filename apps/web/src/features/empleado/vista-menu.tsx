import type { MenuEmpleado } from '@yupana/contract'

import type { MenuItem } from '../../components/side-menu/menu-item.ts'
import { menuTreeOf } from '../../domain/menu/menu-tree.ts'
import classes from './empleado.module.css'

/** Preview of the menu, open and without links. */
export const VistaMenu = ({ menus }: { menus: readonly MenuEmpleado[] }) => (
  <section aria-label="Así lo verá" className={classes.preview} tabIndex={0}>
    <h2>Así lo verá</h2>
    <Level items={menuTreeOf(menus)} />
  </section>
)

const Level = ({ items }: { items: readonly MenuItem[] }) => (
  <ul>
    {items.map(({ label, icon: Icon, items: inner }) => (
      <li key={label}>
        <span className={classes.entry}>
          {Icon && <Icon size={20} stroke={1.7} />}
          {label}
        </span>
        {inner && <Level items={inner} />}
      </li>
    ))}
  </ul>
)
