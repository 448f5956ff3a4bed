//! From the list of layers: the set that a doctrine switches on, and what arenas, groups and searches keep for each.

/// Declares the layers. Each has a module of the same name with its parameters, which implement
/// [`Layer`](super::Layer).
macro_rules! layers {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ident,)+) => {
        $(pub use $name::$type;)+

        /// The layers that are on, with their parameters.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Layers {
            $(
                $(#[doc = $doc])+
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $name: Option<$type>,
            )+
        }

        /// What an arena remembers for its layers, from tick to tick.
        #[derive(Clone, Debug, Default, Serialize, Deserialize)]
        pub struct LayerFields {
            $(
                $(#[doc = $doc])+
                pub $name: <$type as Layer>::Field,
            )+
        }

        /// What the paths of the last group have left behind.
        #[derive(Clone, Debug, Default, Serialize, Deserialize)]
        pub(in crate::planning) struct LayerTrails {
            $(pub $name: <$type as Layer>::Trail,)+
        }

        /// What the layers that are on do to one search; a layer that changes nothing is `None`.
        pub(in crate::planning) struct LayerTerms<'a> {
            $($name: Option<<$type as Layer>::Term<'a>>,)+
            /// What the ground and single cells cost.
            ground: GroundCosts<'a>,
        }

        impl Layers {
            /// The layers there are.
            pub const LIST: &'static [PartInfo] = &[$(PartInfo {
                name: stringify!($name),
                doc: concat!($($doc),+).trim_ascii_start(),
            },)+];

            /// All layers on, each with its default parameters.
            pub fn all() -> Self {
                Self { $($name: Some(Default::default()),)+ }
            }

            /// The parameters of a layer, if it is on.
            pub fn parameters(&self, layer: usize) -> Option<&dyn Parameters> {
                [$(self.$name.as_ref().map(|p| p as &dyn Parameters),)+].get(layer).copied()?
            }

            /// The parameters of a layer to change, if it is on.
            pub fn parameters_mut(&mut self, layer: usize) -> Option<&mut dyn Parameters> {
                let all = [$(self.$name.as_mut().map(|p| p as &mut dyn Parameters),)+];
                all.into_iter().nth(layer)?
            }

            /// Switches a layer on with its default parameters, or off.
            pub fn switch(&mut self, layer: usize, on: bool) {
                let all = if on { Self::all() } else { Self::default() };
                let mut place = 0..;
                $(
                    if place.next() == Some(layer) {
                        self.$name = all.$name;
                    }
                )+
            }

            /// The layers that apply to an order, which is one to attack or not.
            pub fn for_order(self, attack: bool) -> Self {
                Self { $($name: self.$name.filter(|layer| layer.counts_for(attack)),)+ }
            }

            /// Whether a group plans as if it were one unit.
            pub fn plans_as_one(&self) -> bool {
                false $(|| self.$name.is_some_and(|layer| layer.plans_as_one()))+
            }

            /// Whether the units of a group plan in turns, each on what those before it left behind.
            pub(in crate::planning) fn in_turns(&self) -> bool {
                false $(|| self.$name.is_some() && $type::IN_TURNS)+
            }

            /// The order in which the units of a group plan.
            pub(in crate::planning) fn planning_order(
                &self,
                starts: &[Cell],
                goal: Cell,
            ) -> Vec<usize> {
                $(
                    if let Some(layer) = self.$name.filter(|_| $type::IN_TURNS) {
                        return layer.planning_order(starts, goal);
                    }
                )+
                (0..starts.len()).collect()
            }

            /// How the queue of a search is ordered.
            pub(in crate::planning) fn queue_rules(&self) -> QueueRules {
                None $(.or_else(|| self.$name?.queue_rules()))+ .unwrap_or_default()
            }

            pub(in crate::planning) fn is_felt(&self, context: &PlanContext) -> bool {
                let fields = context.fields;
                false $(|| self.$name.is_some_and(|layer| layer.is_felt(&fields.$name, context)))+
            }

            pub(in crate::planning) fn is_common(&self, context: &PlanContext) -> bool {
                true $(&& self.$name.is_none_or(|layer| layer.is_common(context)))+
            }

            /// Whether any layer that is on learns from the steps that units make.
            pub fn learn_steps(&self) -> bool {
                false $(|| self.$name.is_some() && $type::LEARNS_STEPS)+
            }

            /// Whether any layer that is on asks for new paths, given the present and an earlier answer of
            /// [`LayerFields::replan_keys`].
            pub fn ask_for_replan(&self, now: &[Option<u64>], before: &[Option<u64>]) -> bool {
                let on = [$(self.$name.is_some(),)+];
                let mut places = on.iter().zip(now).enumerate();
                places.any(|(place, (on, now))| *on && now.is_some() && before.get(place) != Some(now))
            }
        }

        /// Calls `work` with the rule of one layer for each team. Allocates only for many teams.
        fn with_rules<L: Copy, R>(
            teams: &[Layers],
            rule: impl Fn(&Layers) -> Option<L>,
            work: impl FnOnce(&[Option<L>]) -> R,
        ) -> R {
            let mut few = [None; 16];
            match few.get_mut(..teams.len()) {
                Some(rules) => {
                    rules.iter_mut().zip(teams).for_each(|(place, team)| *place = rule(team));
                    work(rules)
                }
                None => work(&teams.iter().map(rule).collect::<Vec<_>>()),
            }
        }

        impl LayerFields {
            /// Whether any layer needs the units to be up to date. `teams` holds the layers of each team; `armed` is
            /// the number of units with a weapon.
            pub fn need_units(&self, teams: &[Layers], armed: usize) -> bool {
                false $(|| {
                    let needs = |rules: &[_]| self.$name.needs_units(rules, armed);
                    with_rules(teams, |layers| layers.$name, needs)
                })+
            }

            /// Brings all fields up to date. The units are sorted by number; there are none if no layer needs them.
            pub fn update(&mut self, teams: &[Layers], terrain: &Terrain, units: &[UnitSnapshot]) {
                $(
                    let update = |rules: &[_]| self.$name.update(rules, terrain, units);
                    with_rules(teams, |layers| layers.$name, update);
                )+
            }

            /// Learns from a step of a unit whose team plans by these layers.
            pub fn learn_step(
                &mut self,
                layers: &Layers,
                terrain: &Terrain,
                from: Cell,
                step: Direction,
            ) {
                $(
                    if let Some(rule) = &layers.$name {
                        self.$name.learn_step(rule, terrain, from, step);
                    }
                )+
            }

            /// Changes whenever a cost of a team may have.
            pub fn revision(&self, team: u8) -> u64 {
                let parts = [$(LayerField::<$type>::revision(&self.$name, team),)+];
                parts.into_iter().fold(0, |sum, part| sum.wrapping_mul(1_000_003).wrapping_add(part))
            }

            /// Fills a list with a number for each layer that changes whenever groups of a team should look for a better path.
            pub fn replan_keys(&self, team: u8, keys: &mut Vec<Option<u64>>) {
                keys.clear();
                keys.extend([$(LayerField::<$type>::replan_key(&self.$name, team),)+]);
            }
        }

        impl LayerTrails {
            /// Clears the trails before the first unit of a group plans.
            pub fn begin_group(&mut self, context: &PlanContext) {
                $(
                    if let Some(layer) = &context.layers.$name {
                        layer.begin_group(&mut self.$name, context.terrain);
                    }
                )+
            }

            /// Adds the path of a unit.
            pub fn leave_path(&mut self, context: &PlanContext, path: &[Cell]) {
                $(
                    if let Some(layer) = &context.layers.$name {
                        layer.leave_path(&mut self.$name, context.terrain, path);
                    }
                )+
            }
        }

        impl<'a> LayerTerms<'a> {
            pub fn new(context: &PlanContext<'a>, trails: &'a LayerTrails) -> Self {
                let (layers, fields) = (&context.layers, context.fields);
                Self {
                    $($name: layers.$name.and_then(|layer| {
                        layer.term(&fields.$name, &trails.$name, context)
                    }),)+
                    ground: GroundCosts::of(context),
                }
            }

            /// The minimum cost of a step per length.
            pub fn least(&self) -> f64 {
                1.0 $(* self.$name.as_ref().map_or(1.0, LayerTerm::least))+
            }

            /// The cost of a step of a length.
            #[inline]
            pub fn price(&self, from: Node, to: Node, step: Direction, length: f64) -> f64 {
                let mut price = length;
                let own = self.ground.of_step_into(to);
                if let Some((factor, _)) = own {
                    price *= factor;
                }
                $(
                    if <$type as Layer>::Term::PRICES
                        && let Some(term) = &self.$name
                    {
                        price *= term.factor(to);
                    }
                )+
                $(
                    if <$type as Layer>::Term::PRICES
                        && let Some(term) = &self.$name
                    {
                        price += term.surcharge(from, to, step);
                    }
                )+
                if let Some((_, surcharge)) = own {
                    price += surcharge;
                }
                price
            }

            /// What each layer adds to a step of a length, in cells, in the order of [`Layers::LIST`]: first the factors, then
            /// the surcharges, then the weights in the queue.
            pub fn shares(
                &self,
                from: Node,
                to: Node,
                step: Direction,
                length: f64,
            ) -> [f64; Layers::LIST.len()] {
                let mut shares = [0.0; Layers::LIST.len()];
                let mut price = length * self.ground.of_step_into(to).map_or(1.0, |cost| cost.0);
                let mut places = shares.iter_mut();
                $(
                    if let (Some(share), Some(term)) = (places.next(), &self.$name) {
                        let added = price * (term.factor(to) - 1.0);
                        *share += added;
                        price += added;
                    }
                )+
                let mut places = shares.iter_mut();
                $(
                    if let (Some(share), Some(term)) = (places.next(), &self.$name) {
                        let added = term.surcharge(from, to, step);
                        *share += added;
                        price += added;
                    }
                )+
                let mut places = shares.iter_mut();
                $(
                    if let (Some(share), Some(term)) = (places.next(), &self.$name) {
                        let added = price * (term.weight(to) - 1.0);
                        *share += added;
                        price += added;
                    }
                )+
                // No layer comes after the last weight.
                let _ = price;
                shares
            }

            /// Whether any layer changes the cost of a step.
            pub fn change_prices(&self) -> bool {
                self.ground.is_felt() $(|| <$type as Layer>::Term::PRICES && self.$name.is_some())+
            }

            /// The weights by node, if all that the layers do is to multiply priorities by them.
            pub fn weights(&self) -> Option<Marked<'_>> {
                let on = u32::from(self.ground.is_felt()) $(+ u32::from(self.$name.is_some()))+;
                let weights = None $(.or_else(|| self.$name.as_ref()?.weights()))+;
                weights.filter(|_| on == 1)
            }

            /// A node's priority in the queue, given its cost from the start and its priority without layers.
            #[inline]
            pub fn priority(&self, node: Node, g: f64, mut priority: f64) -> f64 {
                $(
                    if <$type as Layer>::Term::ORDERS
                        && let Some(term) = &self.$name
                    {
                        priority = term.priority(node, g, priority);
                    }
                )+
                priority
            }

            /// The factor of a node's priority in the queue.
            pub fn weight(&self, node: Node) -> f64 {
                1.0 $(* self.$name.as_ref().map_or(1.0, |term| term.weight(node)))+
            }
        }
    };
}

pub(super) use layers;
