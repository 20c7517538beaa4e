// The limits of a plan, and their notices.
export { avisosDePlan, dismissAvisoDePlan, readPlanDelMes, tellPlanes } from './plan.service.ts'
