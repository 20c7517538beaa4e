// The limits of a plan, and who is told of them.
export { avisosDePlan, dismissAvisoDePlan, readPlanDelMes, tellPlanes } from './plan.service.ts'
