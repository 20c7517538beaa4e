// What every catalogue does alike; `nombrado` is of those that are a name, a description and a state.
export { autorBy, create, edit, insert, read, remove, restore, type Autor, type Catalogo } from './catalogo.service.ts'
export { isEqual, nextRows, readRows, searchRows, type Tabla } from './catalogo.sql.ts'
export * as nombrado from './nombrado.service.ts'
